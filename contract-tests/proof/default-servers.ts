import { pathToFileURL } from 'node:url'
import type { Fixtures, Hooks } from '../src/target/target.ts'

/** A server that listens on a free port. */
export interface RunningServer {
  readonly url: string
  readonly hooks: Pick<Hooks, 'publishWorkflow' | 'unpublishWorkflow' | 'regenerateKey' | 'endedRuns'>
  readonly close: () => Promise<void>
}

/** A default of a framework that breaks a statement of the source document. */
interface BreakingDefault {
  /** The name of the default in `mended`. */
  readonly id: string
  readonly description: string
  /** The checks that fail with the default. */
  readonly checks: readonly string[]
  /** The statement, with its section. */
  readonly statement: string
  /** The code that mends it. */
  readonly mend: string
}

/** A server as a backend team writes it, with the defaults of its framework. */
export interface DefaultServer {
  readonly name: string
  readonly breaks: readonly BreakingDefault[]
}

/** The servers of `proof/defaults`. */
export const defaultServers: readonly DefaultServer[] = [
  { name: 'Express 5', breaks: [] },
  {
    name: 'Fastify 5',
    breaks: [
      {
        id: 'poisoning',
        description: 'A body with a member `__proto__` or `constructor.prototype` is refused with 400.',
        checks: ['run-arg-value.inherited-names'],
        statement: 'An object is an allowed value (2.2).',
        mend: "fastify({ onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' })",
      },
      {
        id: 'coercion',
        description: 'A JSON schema converts values: a list of one text becomes this text.',
        checks: ['run-arg-name', 'run-mode.type'],
        statement: 'A body of another format is refused with 400 (7).',
        mend: 'fastify({ ajv: { customOptions: { coerceTypes: false } } })',
      },
    ],
  },
  {
    name: 'Hono 4',
    breaks: [
      {
        id: 'body',
        description: '`c.req.json()` throws a SyntaxError for a malformed body, which becomes 500.',
        checks: ['run-malformed', 'run-malformed.lenient'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'c.req.json().catch(() => undefined)',
      },
      {
        id: 'bearer',
        description: 'The middleware `bearerAuth` refuses another form of the header with 400.',
        checks: ['key-invalid', 'key-invalid.missing', 'key-invalid.scheme', 'key-invalid.rewritten', 'key-invalid.scheme-name'],
        statement: 'A missing or invalid key is refused with 401 (5.4).',
        mend: "readKey(c.req.header('authorization')), without the middleware",
      },
    ],
  },
  {
    name: 'NestJS 12',
    breaks: [
      {
        id: 'status',
        description: 'A handler of a POST responds with 201.',
        checks: ['run-ok', 'run-endpoint', 'run-auth', 'run-content-type'],
        statement: 'A successful call has status 200 (4.1).',
        mend: '@HttpCode(200)',
      },
      {
        id: 'guard',
        description: 'A guard that returns false responds with 403.',
        checks: ['key-invalid.missing', 'key-invalid.scheme', 'key-invalid.scheme-name', 'key-invalid.elsewhere'],
        statement: 'A missing or invalid key is refused with 401 (5.4).',
        mend: 'throw new UnauthorizedException()',
      },
    ],
  },
  {
    name: 'Flask 3',
    breaks: [
      {
        id: 'json',
        description: '`request.get_json()` reads NaN, and texts in UTF-16.',
        checks: ['run-malformed'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'a JSONProvider that decodes UTF-8, with parse_constant=refuse',
      },
    ],
  },
]

// These modules have dependencies that only `npm run test:slow` installs, so nothing here imports them.
interface ServersModule {
  readonly openServer: (name: string, options: { readonly mended: readonly string[] }) => Promise<RunningServer>
  readonly fixtures: Partial<Fixtures>
}

/** Loads the servers with their frameworks. */
export async function loadServers(): Promise<ServersModule> {
  const file = new URL('defaults/open.ts', import.meta.url)
  return (await import(pathToFileURL(file.pathname).href)) as ServersModule
}

/** Formats the defaults as a table. */
export function formatDefaults(servers: readonly DefaultServer[]): string {
  const rows = servers.flatMap(({ breaks, name }) => {
    if (breaks.length === 0) return [`| ${name} | none breaks a statement | | | |`]
    return breaks.map(({ checks, description, mend, statement }) => {
      const ids = checks.map((id) => `\`${id}\``).join(', ')
      return `| ${name} | ${description} | ${statement} | ${ids} | \`${mend}\` |`
    })
  })
  return ['| server | default | statement | checks that fail | mend |', '|---|---|---|---|---|', ...rows, ''].join('\n')
}
