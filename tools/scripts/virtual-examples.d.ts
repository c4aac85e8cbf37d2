declare module 'virtual:examples' {
  /** An example by `file:line`. */
  export interface RunnableExample {
    readonly name: string
    readonly code: string
    /** Imports it as a module, and again for each new set of assumptions. */
    readonly run: () => Promise<unknown>
    readonly runWith: (assumptions: object) => Promise<unknown>
  }
  export const examples: readonly RunnableExample[]
}
