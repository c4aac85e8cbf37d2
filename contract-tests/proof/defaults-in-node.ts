import type { DefaultServer } from './default-server.ts'

/** The servers on Node. */
export const serversInNode: readonly DefaultServer[] = [
  { name: 'Express 5', breaks: [] },
  {
    // It has compression, cors, helmet and express-rate-limit, too. None of their defaults breaks a statement.
    name: 'Express 5 with middleware',
    breaks: [
      {
        id: 'bearer',
        description:
          '`passport-http-bearer` reads a key from the query and the body, and refuses another form of the header with 400.',
        checks: [
          'key-invalid',
          'key-invalid.missing',
          'key-invalid.scheme',
          'key-invalid.elsewhere',
          'key-invalid.scheme-name',
          'key-invalid.body',
        ],
        statement: 'A missing or invalid key is refused with 401 (5.4).',
        mend: "readKey(request.get('authorization')), without the middleware",
      },
      {
        id: 'method',
        description: '`method-override` turns a POST with X-HTTP-Method-Override into another method.',
        checks: ['run-endpoint.method-override'],
        isWarned: true,
        statement: 'A POST to the address of a workflow runs it (4.1).',
        mend: 'no methodOverride()',
      },
    ],
  },
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
        checks: ['run-malformed', 'run-malformed.lenient', 'run-malformed.utf8'],
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
    name: 'Next.js 16',
    breaks: [
      {
        id: 'body',
        description: '`request.json()` of a route handler throws a SyntaxError for a malformed body, which becomes 500.',
        checks: ['run-malformed', 'run-malformed.lenient', 'run-malformed.utf8'],
        statement: 'A malformed body is refused with 400 (7).',
        mend: 'request.json().catch(() => undefined)',
      },
    ],
  },
  {
    name: 'NestJS 12',
    breaks: [
      {
        id: 'status',
        description: 'A handler of a POST responds with 201.',
        checks: [
          'run-ok',
          'run-endpoint',
          'run-endpoint.parallel',
          'run-auth',
          'run-content-type',
          'run-args.notation',
          'run-sync',
        ],
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
]
