declare module 'virtual:examples' {
  /** An example by `file:line`. */
  export interface RunnableExample {
    readonly name: string
    readonly code: string
    /** Imports it as a module, each time anew for assumptions that it was not run with. */
    readonly run: () => Promise<unknown>
    readonly runWith: (assumptions: object) => Promise<unknown>
  }
  export const examples: readonly RunnableExample[]
}
