declare module 'virtual:examples' {
  /** Each example by `file:line`; `run` imports it as a module. */
  export const examples: readonly { readonly name: string; readonly run: () => Promise<unknown> }[]
}
