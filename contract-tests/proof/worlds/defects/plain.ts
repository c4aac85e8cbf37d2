import type { KnownRule } from '../../../src/rules/rules.ts'
import { type Defect, defectsOf } from './defect.ts'

type Row = readonly [breaks: KnownRule, defect: string, from: string, to: string]

const argued = "if (typeof name !== 'string'"
const live = "if (flow?.state !== 'live') return { status: 404, body: '<h1>Not found</h1>' }"
const scoped = "if (holder[0] !== on.flowId) return { status: 403, body: '' }"
const typed = 'if (kind(value) !== expected)'
const queued = "body: { started: { ticket: ++book.tickets }, status: 'queued' }"
const failed = "stepOutputs: steps, error, status: 'failed'"
const published = 'row.profiles.includes(profile))\n  const rows'
const charged = 'state.credits.set(org, (state.credits.get(org) ?? 0) - 1)'
const found = 'key !== undefined && key === on.token'
const nobody = 'if (caller === undefined) return unauthorized'

const rows: readonly Row[] = [
  ['RUN-OK', 'a sync run is answered with 202', '? 200 : 422, body: ended', '? 202 : 422, body: ended'],
  ['RUN-AUTH', 'the scheme must be written Bearer', '/^bearer (.+)$/i', '/^Bearer (.+)$/'],
  ['RUN-MALFORMED', 'what is no JSON is an empty run', "return 'not JSON'", "return { mode: 'sync', inputs: {} }"],
  ['RUN-MODE', 'an unknown mode is async', "if (mode !== 'sync' && mode !== 'async') return 'no such mode'", ''],
  ['RUN-MODE', 'a mode must be given', "mode = 'async' } = Object(body)", 'mode } = Object(body)'],
  ['RUN-ARGS', 'args may be left out', "if (!Array.isArray(args)) return 'no args'", ''],
  [
    'RUN-ARG-NAME',
    'a name may be a number',
    "typeof name !== 'string'",
    "(typeof name !== 'string' && typeof name !== 'number')",
  ],
  ['RUN-ARG-NULL', 'null is taken for nothing', argued, `if (value === null) continue\n    ${argued}`],
  ['RUN-ARG-VALUE', 'a value may be missing', argued, `if (value === undefined) continue\n    ${argued}`],
  ['RUN-ARG-TYPE', 'no type is checked', typed, 'if (expected === "nothing")'],
  [
    'RUN-ARG-TYPE',
    'a list is an object',
    typed,
    "if (kind(value) !== expected && !(expected === 'object' && kind(value) === 'array'))",
  ],
  [
    'RUN-ARG-TYPE',
    'a boolean is a number',
    typed,
    "if (kind(value) !== expected && !(expected === 'number' && kind(value) === 'boolean'))",
  ],
  [
    'RUN-ARG-MISSING',
    'what is needed may be missing',
    'return missing === undefined ? { mode, inputs }',
    "return missing !== 'nothing' ? { mode, inputs }",
  ],
  ['RUN-ARG-MISSING', 'what is falsy is missing', '(name) => !(name in inputs)', '(name) => !inputs[name]'],
  [
    'RUN-ARG-VALUE',
    'a text is trimmed',
    'inputs[name] = value',
    "inputs[name] = typeof value === 'string' ? value.trim() : value",
  ],
  [
    'RUN-JSON-STRING',
    'a text that holds JSON is read',
    'inputs[name] = value',
    "inputs[name] = typeof value === 'string' ? (parsed(value) ?? value) : value",
  ],
  [
    'RUN-ARG-VALUE',
    'an empty list is dropped',
    'inputs[name] = value',
    'if (JSON.stringify(value) !== "[]") inputs[name] = value',
  ],
  [
    'RUN-SYNC',
    'a sync run is not waited for',
    'const ended = await closed',
    "const ended = flow.act === 'wait' ? { status: 'success', result: null, stepOutputs: {} } : await closed",
  ],
  ['RUN-SYNC-BODY', 'the outcome stands in an envelope', '? 200 : 422, body: ended', '? 200 : 422, body: { data: ended }'],
  [
    'RUN-STATUS',
    'a success is called done',
    '? 200 : 422, body: ended',
    "? 200 : 422, body: ended['status'] === 'success' ? { ...ended, status: 'done' } : ended",
  ],
  ['RUN-STATUS', 'a failed run is a success', failed, "stepOutputs: steps, error, status: 'success'"],
  ['RUN-RESULT', 'the result is always null', 'stepOutputs: {}, result, status', 'stepOutputs: {}, result: null, status'],
  ['RUN-RESULT', 'a falsy result is left out', 'result: flow.gift, status', 'result: flow.gift || undefined, status'],
  [
    'RUN-STEPS',
    'a falsy output of a step is left out',
    "status: 'success', result: flow.gift }",
    "status: 'success', result: flow.gift || undefined }",
  ],
  ['RUN-ERROR', 'an error has no traceback', ", traceback: 'CardError: declined\\n  in charge' }", ' }'],
  ['RUN-ERROR', 'an error is a text', failed, "stepOutputs: steps, error: 'declined', status: 'failed'"],
  ['RUN-STEPS', 'steps are called steps', failed, "steps, error, status: 'failed'"],
  ['RUN-STEPS-FAILED', 'the failed step is left out', ", charge: { status: 'failed', error } }", ' }'],
  [
    'RUN-ASYNC',
    'an async start waits for its run',
    "if (read.mode === 'async') return {",
    "if (read.mode === 'async') return {\n    ...(await closed.then(() => ({}))),",
  ],
  [
    'RUN-ASYNC',
    'an async start runs twice',
    "if (read.mode === 'async') return",
    "if (read.mode === 'async') book.open.add(perform(flow, read.inputs).then(() => (book.succeeded += 1)))\n  if (read.mode === 'async') return",
  ],
  ['RUN-ASYNC', 'an async start tells no run ID', queued, 'body: { started: true }'],
  ['RUN-ASYNC-UNIQUE', 'every run has one run ID', queued, 'body: { started: { ticket: 4711 } }'],
  ['RUN-ASYNC-UNIQUE', 'two runs share a run ID', queued, 'body: { started: { ticket: Math.floor(++book.tickets / 2) } }'],
  [
    'FLOW-UNKNOWN',
    'an unknown workflow is 400',
    live,
    "if (flow === undefined) return { status: 400, body: '' }\n  if (flow.state !== 'live') return { status: 404, body: '' }",
  ],
  [
    'FLOW-ARCHIVED',
    'an archived workflow runs',
    live,
    "if (flow === undefined || flow.state === 'draft') return { status: 404, body: '' }",
  ],
  [
    'FLOW-ARCHIVED',
    'an archived workflow is 410',
    live,
    "if (flow?.state === 'archived') return { status: 410, body: '' }\n  if (flow?.state !== 'live') return { status: 404, body: '' }",
  ],
  [
    'FLOW-UNPUBLISHED',
    'a workflow that is not published is 409',
    live,
    "if (flow?.state === 'draft') return { status: 409, body: '' }\n  if (flow?.state !== 'live') return { status: 404, body: '' }",
  ],
  ['KEY-SCOPE', 'the key of any workflow will do', scoped, ''],
  ['KEY-SCOPE', 'the key of another workflow is 401', scoped, 'if (holder[0] !== on.flowId) return unauthorized'],
  ['KEY-INVALID', 'what begins with the key is the key', found, 'key !== undefined && on.token.startsWith(key)'],
  [
    'KEY-INVALID',
    'a key is compared without regard to case',
    found,
    'key !== undefined && key.toLowerCase() === on.token.toLowerCase()',
  ],
  [
    'KEY-CREATED',
    'the first publish makes a key that is not kept',
    'return key\n    },\n    takeBack',
    'return `${key}0`\n    },\n    takeBack',
  ],
  ['KEY-CREATED', 'each publish makes a key', 'state.flows.get(flowId)?.key ?? rekey(flowId)', 'rekey(flowId)'],
  [
    'KEY-REGENERATED',
    'a new key is told, and the old one stays',
    "state.flows.set(flowId, { ...flow, key, state: 'live' })",
    "state.flows.set(flowId, { ...flow, key: flow.key ?? key, state: 'live' })",
  ],
  ['LIMIT-429', 'who is over the limit gets 503', 'if (left <= 0) return { status: 429', 'if (left <= 0) return { status: 503'],
  ['LIMIT-429', 'the limit is off by one', 'if (left <= 0)', 'if (left < 0)'],
  ['LIMIT-RETRY-AFTER', 'a refusal does not say when to come back', "headers: { 'RETRY-AFTER'", "headers: { 'X-RETRY-AFTER'"],
  [
    'LIMIT-RETRY-AFTER',
    'Retry-After is a date of another form',
    'new Date(Date.now() + 60_000).toUTCString()',
    'new Date(Date.now() + 60_000).toISOString()',
  ],
  ['HOST-401', 'nobody is 403', nobody, "if (caller === undefined) return { status: 403, body: '' }"],
  [
    'HOST-401',
    'whoever asks is acme',
    nobody,
    "if (caller === undefined) return answerManifest(state, { caller: { org: 'acme', profile: 'default' }, fallBack: false })",
  ],
  [
    'MAN-VERSION',
    'the manifest lists the latest version',
    'const rows = published.length',
    'if (published.length > 0) published.splice(0, published.length, ...latest(own.filter(({ set }) => published.some((row) => row.set === set))))\n  const rows = published.length',
  ],
  ['MAN-SKIP', 'tool sets of another profile are listed', published, 'row.profiles.length > 0)\n  const rows'],
  ['MAN-SKIP', 'tool sets without a tool are listed', '=> row.org === org && row.tools.length > 0)', '=> row.org === org)'],
  [
    'MAN-ORG',
    'tool sets of every organization are listed',
    '=> row.org === org && row.tools.length > 0)',
    '=> row.tools.length > 0)',
  ],
  [
    'MAN-EMPTY',
    'a manifest of nothing is a list of nothing',
    "if (rows.length === 0) return { status: 400, body: { error: { text: 'No published toolsets' } } }",
    '',
  ],
  ['MAN-EMPTY', 'both manifests fall back', 'published.length === 0 && fallBack ?', 'published.length === 0 ?'],
  ['MAN-CONTENT', 'only the first tool set is listed', 'const body = rows.map', 'const body = rows.slice(0, 1).map'],
  ['MAN-CONTENT', 'no tool is listed', 'tools.map((tool) => [tool, {}])', 'tools.map((tool) => [`${tool}s`, {}])'],
  ['MAN-EXECUTE', 'the manifest refers to nothing', "run: '/v1/public/automata/execute',", ''],
  ['ORG-FALLBACK', 'no manifest falls back', 'published.length === 0 && fallBack ?', 'published.length < 0 && fallBack ?'],
  ['ORG-FALLBACK', 'the first version is listed', 'latest(own) : published', 'own.slice(0, 1) : published'],
  [
    'ORG-AUTH',
    'the manifest of the path is given to anybody',
    "if (orgId !== undefined && orgId !== caller.org) return { status: 404, body: 'No such organization' }",
    'if (orgId !== undefined) return answerManifest(state, { caller: { ...caller, org: orgId }, fallBack: true })',
  ],
  [
    'ORG-AUTH',
    'a session is not looked at',
    'caller = hostKeys.get(token) ?? (orgId === undefined ? undefined : signedIn(headers.cookie))',
    'caller = hostKeys.get(token)',
  ],
  ['HOST-ENV', 'the variables are those of default', '`sender-of-${profile}`', '"sender-of-default"'],
  [
    'HOST-ENV',
    'the latest version is executed',
    "row.set === 'mail' && row.profiles.includes(profile))",
    "row.set === 'mail' && row.version.startsWith('2026-11'))",
  ],
  ['EXE-ENDPOINT', 'a tool gets no arguments', '`sent ${input}`', "'sent'"],
  ['EXE-CREDIT', 'an execution takes two credits', charged, charged.replace('- 1', '- 2')],
  ['EXE-CREDIT', 'acme pays for all', charged, charged.replaceAll('(org', "('acme'")],
  [
    'EXE-CREDIT-FAILED',
    'a failed execution takes a credit',
    "if (said === undefined) return { status: 409, body: '' }",
    `if (said === undefined) ${charged}\n  if (said === undefined) return { status: 409, body: '' }`,
  ],
]

export const plainDefects: readonly Defect[] = defectsOf(
  'server.ts',
  rows.map(([breaks, defect, from, to]) => ({ breaks, defect, from, to })),
)
