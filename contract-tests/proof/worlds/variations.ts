import type { Area } from '../../src/engine/conformance-report.ts'
import type { SuiteOptions } from '../../src/engine/suite.ts'
import type { Edit } from './open-world.ts'

/** A server that decides differently where the source document is silent. */
export interface Variation extends Edit {
  readonly variation: string
  /** The claims of the configuration with the variation. @default the claims without the variation */
  readonly claims?: SuiteOptions['claims']
  /** The areas whose responses come from the edited file. @default all areas */
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
      variation: 'a run without a mode is sync',
      from: "mode = 'async' } = body",
      to: "mode = 'sync' } = body",
      claims: { defaultMode: 'sync' },
    },
    {
      variation: 'the response to an async start is 202 with a location',
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
      variation: 'the response to a failed run is 422',
      from: 'async (request) => {\n      const workflow = admitted.get(request)',
      to: "async (request, reply) => {\n      if (request.params.flow === 'failing' && request.body?.mode === 'sync') reply.code(422)\n      const workflow = admitted.get(request)",
      claims: {},
    },
    {
      variation: 'a workflow without access gets 403, even if it does not exist',
      from: 'new Problem(40401,',
      to: 'new Problem(40301,',
    },
    {
      variation: 'a workflow that cannot run gets 404 for every key',
      from: 'if (key.workflow !== workflow.id) throw',
      to: "if (workflow.archived === 1 || workflow.published === null) throw new Problem(40402, 'No')\n  if (key.workflow !== workflow.id) throw",
    },
    { variation: 'an async run waits a moment before it begins', from: kicked, to: 'setTimeout(() => runner.kick(), 15)' },
    {
      variation: 'the result of a run contains its run ID',
      from: 'if (outcome !== undefined) return outcome',
      to: 'if (outcome !== undefined) return { run: { number: run }, tookMs: 3, ...outcome }',
    },
  ]),
  ...variationsOf('engine.ts', [
    {
      variation: 'unknown arguments are ignored',
      from: "if (input === undefined) complaints.push(`'${name}' is not an input`)",
      to: 'if (input === undefined) continue',
    },
    {
      variation: 'the last of two arguments with the same name is used',
      from: 'else if (given.has(name)) complaints',
      to: 'else if (given.size < 0) complaints',
    },
    {
      variation: 'a string that contains a JSON object is not accepted as an object',
      from: "(wanted !== 'object' && wanted !== 'array')",
      to: 'wanted',
    },
    {
      variation: 'a string that contains a JSON number or boolean is accepted as that value',
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
      variation: 'the body of an error is a line of text',
      from: ".type('application/problem+json')\n    .send(",
      to: ".type('text/plain; charset=utf-8')\n    .send(message || ",
    },
    {
      variation: 'a body with another content type than JSON gets 415',
      from: 'if (statusCode === 413) return',
      to: 'if (statusCode === 415) return new Problem(41500, error.message)\n  if (statusCode === 413) return',
    },
  ]),
  ...variationsOf('registry.ts', [
    {
      variation: 'the organization manifest falls back for each tool set separately',
      from: 'const sets = listed.length === 0 && on.fallsBack ? withTools(store.many<ToolsetRow>(latest, org)) : listed',
      to: 'const sets = on.fallsBack ? [...new Map([...withTools(store.many(latest, org)), ...listed])] : listed',
    },
    { variation: 'the manifest of another organization gets 404', from: 'new Problem(40310,', to: 'new Problem(40412,' },
    {
      variation: 'the response to a failed execution is 422',
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
      variation: 'the manifest refers to the execute endpoint by a relative URL',
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
      variation: 'responses are indented',
      from: 'app.setErrorHandler(',
      to: 'app.setReplySerializer((payload) => JSON.stringify(payload, null, 2))\n  app.setErrorHandler(',
    },
    {
      variation: 'each response closes its connection',
      from: 'app.setErrorHandler(',
      to: "app.addHook('onSend', async (_, reply) => void reply.header('connection', 'close'))\n  app.setErrorHandler(",
    },
    {
      variation: 'each response is delayed',
      from: 'app.setErrorHandler(',
      to: "app.addHook('onSend', async () => void (await new Promise((resolve) => setTimeout(resolve, 10))))\n  app.setErrorHandler(",
    },
  ]),
]
