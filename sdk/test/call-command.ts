import { Readable, Writable } from 'node:stream'
import { failedRun, succeededRun } from '../../tools/scripts/run-bodies.ts'
import { main } from '../src/cli/main.ts'

export interface CommandWorld {
  readonly fetch?: (request: Request) => Promise<Response>
  readonly input?: string
  readonly inputTerminal?: boolean
  readonly hasColours?: boolean
  /** How many columns the terminal of the error stream has. */
  readonly terminal?: number
  readonly environment?: Readonly<Record<string, string>>
  readonly stop?: AbortSignal
  readonly abandon?: AbortSignal
}

export interface Called {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly sent: readonly { readonly url: string; readonly headers: Headers; readonly body: unknown }[]
}

export const FAILED = failedRun(
  { name: 'MailboxFull', value: 'no room', traceback: 'at step answer' },
  { answer: { status: 'failed', error: { name: 'MailboxFull', value: 'no room' } } },
)

export const SUCCEEDED = succeededRun({ team: 'billing' }, { classify: { status: 'success', result: 1 } })

export function returning(body: unknown, status = 200): () => Promise<Response> {
  return async () => Response.json(body, { status })
}

export async function callCommand(line: readonly string[], world: CommandWorld = {}): Promise<Called> {
  const { fetch = returning(SUCCEEDED), input = '', inputTerminal = false, environment = {} } = world
  const never = new AbortController().signal
  const printed = { out: '', err: '' }
  const sent: { url: string; headers: Headers; body: unknown }[] = []
  const terminal = new Writable({
    write: (chunk, _, done) => {
      printed.err += chunk
      done()
    },
  })
  const code = await main(line, {
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
    input: () => Readable.from([input]),
    inputTerminal,
    hasColours: world.hasColours ?? false,
    terminal: world.terminal === undefined ? undefined : Object.assign(terminal, { columns: world.terminal }),
    // The marks of a terminal must not depend on the locale of the machine.
    environment: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'xterm', ...environment },
    stop: world.stop ?? never,
    abandon: world.abandon ?? never,
    fetch: async (request) => {
      const body: unknown = request.body === null ? undefined : await request.clone().json()
      sent.push({ url: request.url, headers: request.headers, body })
      return fetch(request)
    },
  })
  return { code, sent, ...printed }
}
