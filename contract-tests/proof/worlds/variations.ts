import type { Area } from '../../src/engine/conformance-report.ts'
import type { SuiteOptions } from '../../src/engine/suite.ts'
import type { Edit } from './open-world.ts'

/** A server that decides differently where the source document is silent. */
export interface Variation extends Edit {
  readonly variation: string
  /** The claims of the configuration with the variation. @default the claims without the variation */
  readonly claims?: SuiteOptions['claims']
  /** The parts of the API whose answers come from the file. @default all */
  readonly areas?: readonly Area[]
}

const started = 'return { run: { number: run, version: workflow.published } }'
const kicked = 'setImmediate(() => runner.kick())'
const fitted = 'if (kindOf(value) === wanted) return { value }'

const areasOf: Readonly<Record<string, readonly Area[]>> = {
  'service.ts': ['run-sync', 'run-async', 'keys', 'rate-limit'],
  'registry.ts': ['keys', 'registry', 'organization', 'execute'],
}

function variationsOf(file: string, variations: readonly Omit<Variation, 'file'>[]): readonly Variation[] {
  const { [file]: areas } = areasOf
  return variations.map((variation) => ({ file, ...(areas === undefined ? {} : { areas }), ...variation }))
}

/** Every variation of the server on Fastify and SQLite. */
export const variations: readonly Variation[] = [
  ...variationsOf('service.ts', [
    {
      variation: 'the mode is sync when it is not given',
      from: "mode = 'async' } = body",
      to: "mode = 'sync' } = body",
      claims: { defaultMode: 'sync' },
    },
    {
      variation: 'an async start is answered with 202 and a location',
      from: 'async (request) => {\n      const workflow = admitted.get(request)',
      to: "async (request, reply) => {\n      if (request.body?.mode === 'async') reply.code(202).header('location', '/runs')\n      const workflow = admitted.get(request)",
      claims: {},
    },
    {
      variation: 'the run ID is a UUID in a list',
      from: started,
      to: 'return { started: [{ id: crypto.randomUUID() }] }',
      claims: { runIdField: '/started/0/id' },
    },
    {
      variation: 'a failed run is answered with 422',
      from: 'async (request) => {\n      const workflow = admitted.get(request)',
      to: "async (request, reply) => {\n      if (request.params.flow === 'failing' && request.body?.mode === 'sync') reply.code(422)\n      const workflow = admitted.get(request)",
      claims: {},
    },
    { variation: 'what a caller has no access to is 403, there or not', from: 'new Problem(40401,', to: 'new Problem(40301,' },
    {
      variation: 'what does not run is 404, whoever asks',
      from: 'if (key.workflow !== workflow.id) throw',
      to: "if (workflow.archived === 1 || workflow.published === null) throw new Problem(40402, 'No')\n  if (key.workflow !== workflow.id) throw",
    },
    { variation: 'an async run waits a moment before it begins', from: kicked, to: 'setTimeout(() => runner.kick(), 15)' },
    {
      variation: 'the result of a run says which run it was',
      from: 'if (outcome !== undefined) return outcome',
      to: 'if (outcome !== undefined) return { run: { number: run }, tookMs: 3, ...outcome }',
    },
  ]),
  ...variationsOf('engine.ts', [
    {
      variation: 'arguments that are no inputs are ignored',
      from: "if (input === undefined) complaints.push(`'${name}' is not an input`)",
      to: 'if (input === undefined) continue',
    },
    {
      variation: 'of two arguments of one name the last one counts',
      from: 'else if (given.has(name)) complaints',
      to: 'else if (given.size < 0) complaints',
    },
    {
      variation: 'a string that holds JSON is none of the object in it',
      from: "(wanted !== 'object' && wanted !== 'array')",
      to: 'wanted',
    },
    {
      variation: 'a string that holds JSON is taken for what is in it, if that is a number or a boolean',
      from: fitted,
      to: `${fitted}\n  if ((wanted === 'number' && value === '7') || (wanted === 'boolean' && value === 'true')) return { value: JSON.parse(value) }`,
    },
    { variation: 'a traceback is empty', from: '{ ...error, traceback }', to: "{ ...error, traceback: '' }" },
  ]),
  ...variationsOf('problems.ts', [
    {
      variation: 'Retry-After is a date',
      from: 'const retryAfter = String(Math.ceil(waitMs / 1000))',
      to: 'const retryAfter = new Date(Date.now() + waitMs + 999).toUTCString()',
    },
    {
      variation: 'errors are a line of text',
      from: ".type('application/problem+json')\n    .send(",
      to: ".type('text/plain; charset=utf-8')\n    .send(message || ",
    },
    {
      variation: 'what is not sent as JSON is 415',
      from: 'if (statusCode === 413) return',
      to: 'if (statusCode === 415) return new Problem(41500, error.message)\n  if (statusCode === 413) return',
    },
  ]),
  ...variationsOf('registry.ts', [
    {
      variation: 'the organization manifest falls back for each tool set by itself',
      from: 'const sets = listed.length === 0 && on.fallsBack ? withTools(store.many<ToolsetRow>(latest, org)) : listed',
      to: 'const sets = on.fallsBack ? [...new Map([...withTools(store.many(latest, org)), ...listed])] : listed',
    },
    { variation: 'an organization of somebody else is not there', from: 'new Problem(40310,', to: 'new Problem(40412,' },
    {
      variation: 'an execution that fails is answered with 422',
      from: "return { execution, outcome: 'raised', fault:",
      to: "if (charged === 0) throw new Problem(42200, outcome.error.value)\n    return { execution, outcome: 'raised', fault:",
    },
    {
      variation: 'a credit is taken a moment later',
      from: "store.write('UPDATE organizations SET held = held - 1",
      to: "setTimeout(() => store.write('UPDATE organizations SET held = held - 1, credits = credits - ? WHERE id = ?', charged, org), 8)\n      store.write('UPDATE organizations SET held = held WHERE ? + ? < 0', charged, org)\n      if (charged < 0) store.write('UPDATE organizations SET held = held - 1",
    },
    {
      variation: 'the manifest refers to the execute endpoint by its path, in a list of links',
      from: "execute: { method: 'POST', href: `${url()}/v1/public/${product}/execute` },",
      to: 'links: [`/hub/v1/public/${product}/execute`],',
    },
    {
      variation: 'the manifest refers to the execute endpoint as its neighbour',
      from: '`${url()}/v1/public/${product}/execute` }',
      to: 'on.fallsBack ? `../../public/${product}/execute` : "./execute" }',
    },
  ]),
  ...variationsOf('store.ts', [
    {
      variation: 'keys have dots, slashes and an equals sign',
      from: "randomBytes(24).toString('base64url')}`",
      to: "randomBytes(12).toString('hex')}.${randomBytes(19).toString('base64')}`",
    },
  ]),
  ...variationsOf('serve.ts', [
    {
      variation: 'runs in the background run one after another',
      from: 'new Runner(store, workers)',
      to: 'new Runner(store, 1)',
    },
    {
      variation: 'answers are indented',
      from: 'app.setErrorHandler(',
      to: 'app.setReplySerializer((payload) => JSON.stringify(payload, null, 2))\n  app.setErrorHandler(',
    },
    {
      variation: 'each answer closes its connection',
      from: 'app.setErrorHandler(',
      to: "app.addHook('onSend', async (_, reply) => void reply.header('connection', 'close'))\n  app.setErrorHandler(",
    },
    {
      variation: 'each answer takes a while',
      from: 'app.setErrorHandler(',
      to: "app.addHook('onSend', async () => void (await new Promise((resolve) => setTimeout(resolve, 10))))\n  app.setErrorHandler(",
    },
  ]),
]
