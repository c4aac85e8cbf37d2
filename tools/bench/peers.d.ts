// Declares the packages, so that `npm run check` needs none of them. `npm run bench` compiles the folder against their types.
declare module '@hono/node-server'
declare module '@scalar/mock-server'
declare module 'got'
declare module 'ky'
declare module 'openai'
declare module 'p-limit'
declare module 'p-retry'

declare module 'autocannon' {
  export type Options = Readonly<Record<string, unknown>>
  export interface Result {
    errors: number
    mismatches: number
  }
  interface Instance extends Promise<Result> {
    on(event: 'response', listener: (...reports: never) => void): Instance
  }
  export default function autocannon(options: Options, callback?: (error: Error | null, result: Result) => void): Instance
}
