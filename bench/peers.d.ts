// As much of the types of the peers as this folder uses, so that `npm run check` needs none of them. Where they are
// installed, `npm run bench` compiles the folder against their own types, and so holds this file to them.

declare module '@mockoon/commons' {
  export interface RouteResponse {
    uuid: string
    body: string
    statusCode: number
    headers: { key: string; value: string }[]
    rules: {
      target: 'header' | 'body'
      modifier: string
      value: string
      invert: boolean
      operator: 'equals' | 'null'
    }[]
    disableTemplating: boolean
    default: boolean
  }
  export interface Route {
    uuid: string
    method: 'get' | 'post' | ''
    endpoint: string
    responses: RouteResponse[]
  }
  interface Presets {
    hasDefaultRoute: boolean
    hasContentTypeHeader: boolean
    hasCorsHeaders: boolean
  }
  const commons: {
    Methods: { get: 'get'; post: 'post' }
    BuildEnvironment(presets: Presets): object
    BuildHTTPRoute(): Route
    BuildRouteResponse(): RouteResponse
  }
  export default commons
}

declare module 'autocannon' {
  export interface Request {
    method?: 'GET' | 'POST'
    path?: string
    headers?: Record<string, string>
    body?: string
    onResponse?: (status: number, body: string) => void
  }
  export interface Options {
    url: string
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    connections?: number
    duration?: number
    amount?: number
    timeout?: number
    sampleInt?: number
    requests?: Request[]
    verifyBody?: (body: string) => boolean
  }
  export interface Result {
    errors: number
    mismatches: number
  }
  interface Instance {
    on(
      event: 'response',
      listener: (client: object, statusCode: number, resBytes: number, responseTime: number) => void,
    ): Instance
  }
  export default function autocannon(options: Options): Promise<Result>
  export default function autocannon(options: Options, callback: (error: Error | null, result: Result) => void): Instance
}

declare module 'ky' {
  interface Ky {
    create(options: { headers: Record<string, string> }): Ky
    post(url: string, options: { json: unknown }): { json(): Promise<unknown> }
  }
  const ky: Ky
  export default ky
}

declare module 'openai' {
  export default class OpenAI {
    constructor(options: { apiKey: string; baseURL: string })
    post(path: string, options: { body: object }): Promise<unknown>
  }
}

declare module 'p-limit' {
  export default function pLimit(concurrency: number): <T>(task: () => Promise<T>) => Promise<T>
}

declare module 'p-retry' {
  export class AbortError extends Error {}
  export default function pRetry<T>(task: () => Promise<T>, options: { retries: number }): Promise<T>
}

declare module 'srvx/node' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export const NodeRequest: new (from: { req: IncomingMessage; res: ServerResponse }) => Request
  export function sendNodeResponse(response: ServerResponse, answer: Response): Promise<void>
}
