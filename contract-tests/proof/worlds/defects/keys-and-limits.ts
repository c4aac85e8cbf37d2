import { type Defect, defectsOf } from './defect.ts'

const scoped = 'if (key.workflow !== workflow.id) throw'
const retryAfter = 'const retryAfter = String(Math.ceil(waitMs / 1000))'

/** Defects in the rules for running a workflow: the permitted keys, the state of the workflow, and the rate limit. */
export const keyAndLimitDefects: readonly Defect[] = [
  ...defectsOf('service.ts', [
    [
      'FLOW-ARCHIVED',
      'an archived workflow runs',
      'workflow.archived === 1 || workflow.published === null',
      'workflow.published === null',
    ],
    ['FLOW-ARCHIVED', 'the response for an archived workflow is 410', 'new Problem(40402,', 'new Problem(41002,'],
    ['FLOW-UNKNOWN', 'the response for an unknown workflow is 400', 'new Problem(40401,', 'new Problem(40041,'],
    [
      'FLOW-UNKNOWN',
      'a workflow named constructor is not unknown',
      "const workflow = store.find<WorkflowRow>('SELECT * FROM workflows WHERE flow = ?', request.params.flow)",
      "const workflow = Object.fromEntries(store.many('SELECT * FROM workflows').map((one) => [one.flow, one]))[request.params.flow]",
    ],
    ['FLOW-UNKNOWN', 'workflows are found without regard to case', 'WHERE flow = ?', 'WHERE flow = ? COLLATE NOCASE'],
    ['KEY-SCOPE', 'a key runs all workflows of its organization', scoped, 'if (key.org !== workflow.org) throw'],
    [
      'KEY-SCOPE',
      'a key runs the workflows of other organizations',
      scoped,
      'if (key.workflow !== workflow.id && key.org === workflow.org) throw',
    ],
    ['KEY-SCOPE', 'the key of another workflow gets 401', 'new Problem(40301,', 'new Problem(40101,'],
    ['KEY-SCOPE', 'the key of another workflow gets 404', 'new Problem(40301,', 'new Problem(40403,'],
    [
      'LIMIT-429',
      'a request over the limit runs nevertheless',
      'if (waitMs > 0) throw tooMany(waitMs)',
      "if (waitMs > 0) runner.open(workflow, { mode: 'async', values: {} })\n        if (waitMs > 0) setImmediate(() => runner.kick())\n        if (waitMs > 0) throw tooMany(waitMs)",
    ],
  ]),
  ...defectsOf('store.ts', [
    [
      'KEY-REGENERATED',
      'a replaced key is still valid',
      "'SELECT * FROM api_keys WHERE digest = ? AND revoked = 0'",
      "'SELECT * FROM api_keys WHERE digest = ?'",
    ],
    [
      'KEY-REGENERATED',
      'a replaced key stays valid in a cache',
      "return this.find('SELECT * FROM api_keys WHERE digest = ? AND revoked = 0', this.digest(secret))",
      "this.known ??= new Map()\n    const key = this.known.get(secret) ?? this.find('SELECT * FROM api_keys WHERE digest = ? AND revoked = 0', this.digest(secret))\n    if (key) this.known.set(secret, key)\n    return key",
    ],
    [
      'KEY-INVALID',
      'keys are compared without regard to case',
      ".update(secret).digest('hex')",
      ".update(secret.toLowerCase()).digest('hex')",
    ],
    [
      'HOST-401',
      'only the first 30 characters of a key count',
      ".update(secret).digest('hex')",
      ".update(secret.slice(0, 30)).digest('hex')",
    ],
    ['LIMIT-429', 'one request over the limit is accepted', 'if (used >= limit.calls)', 'if (used > limit.calls)'],
    [
      'LIMIT-RETRY-AFTER',
      'a rate limit never ends',
      neverOver('now >= limit.opened + limit.window_ms', 'opened + limit.window_ms - now'),
      neverOver('limit.opened === 0', 'limit.window_ms'),
    ],
    [
      'LIMIT-RETRY-AFTER',
      'each refused request restarts the window, and Retry-After ignores that',
      'if (used >= limit.calls) return',
      "if (used >= limit.calls) this.write('UPDATE rate_limits SET opened = ? WHERE org = ?', now, org)\n      if (used >= limit.calls) return",
    ],
  ]),
  ...defectsOf('problems.ts', [
    ['RUN-AUTH', 'the scheme of a key is compared with regard to case', '/^Bearer +(\\S+) *$/i', '/^Bearer +(\\S+) *$/'],
    ['KEY-INVALID', 'every scheme is accepted', '/^Bearer +(\\S+) *$/i', '/(\\S+) *$/'],
    [
      'KEY-INVALID',
      'a key is accepted in another header',
      "headers.authorization ?? ''",
      "headers.authorization ?? `Bearer ${headers['x-api-key']}`",
    ],
    [
      'HOST-401',
      'a registry key is accepted in a cookie',
      "headers.authorization ?? ''",
      "headers.authorization ?? `Bearer ${/api_key=([^;]+)/.exec(headers.cookie ?? '')?.[1]}`",
    ],
    ['KEY-INVALID', 'an invalid key gets 403', 'new Problem(40100,', 'new Problem(40300,'],
    [
      'KEY-INVALID',
      'a missing key gets 400',
      'if (secret === undefined) throw unauthorized(',
      'if (secret === undefined) throw new Problem(40004, ',
    ],
    ['LIMIT-429', 'over the limit the status is 503', 'new Problem(42900,', 'new Problem(50300,'],
    [
      'LIMIT-RETRY-AFTER',
      'a 429 has no Retry-After',
      "{ headers: { 'retry-after': retryAfter } }",
      "{ headers: { 'x-rate-limit-reset': retryAfter } }",
    ],
    ['LIMIT-RETRY-AFTER', 'Retry-After is in milliseconds', retryAfter, 'const retryAfter = String(Math.ceil(waitMs))'],
    [
      'LIMIT-RETRY-AFTER',
      'Retry-After is a point in time, in seconds since 1970',
      retryAfter,
      'const retryAfter = String(Math.ceil((Date.now() + waitMs) / 1000))',
    ],
    ['LIMIT-RETRY-AFTER', 'Retry-After has a fraction', retryAfter, 'const retryAfter = (waitMs / 1000).toFixed(2)'],
    ['LIMIT-RETRY-AFTER', 'Retry-After has a unit', retryAfter, 'const retryAfter = `${Math.ceil(waitMs / 1000)}s`'],
    [
      'LIMIT-RETRY-AFTER',
      'Retry-After is a date of ISO 8601',
      retryAfter,
      'const retryAfter = new Date(Date.now() + waitMs).toISOString()',
    ],
    ['LIMIT-RETRY-AFTER', 'Retry-After is 1 for every window', retryAfter, "const retryAfter = waitMs > 0 ? '1' : '0'"],
  ]),
  ...defectsOf('admin.ts', [
    [
      'KEY-CREATED',
      'each publish makes a new key',
      'store.workflowKey(id) ?? store.issueKey',
      "(store.write('UPDATE api_keys SET revoked = 1 WHERE workflow = ?', id), undefined) ?? store.issueKey",
    ],
    [
      'KEY-CREATED',
      'the publication of the newest version shows an invalid key',
      'store.workflowKey(id) ?? store.issueKey({ org, workflow: id })',
      '(store.workflowKey(id) ?? store.issueKey({ org, workflow: id })).slice(0, body?.version === undefined ? -1 : undefined)',
    ],
    [
      'KEY-CREATED',
      'a workflow has its key before it is first published',
      "return addVersion(store, { of: 'workflow', id: workflow(params.flow).id, definition: body.definition })",
      "const { id, org } = workflow(params.flow)\n      if (store.workflowKey(id) === undefined) store.issueKey({ org, workflow: id })\n      return addVersion(store, { of: 'workflow', id, definition: body.definition })",
      'no request of the API shows the key of an unpublished workflow',
    ],
    [
      'KEY-REGENERATED',
      'a regenerated key is refused',
      'return { key: store.issueKey({ org, workflow: id }) }',
      'return { key: `${store.issueKey({ org, workflow: id })}0` }',
    ],
    [
      'KEY-REGENERATED',
      'a regeneration invalidates the keys of all workflows',
      "store.write('UPDATE api_keys SET revoked = 1 WHERE workflow = ?', id)",
      "store.write('UPDATE api_keys SET revoked = 1 WHERE workflow IS NOT NULL')",
    ],
    [
      'KEY-CREATED.unpublished',
      'an unpublished workflow still runs with its own key',
      "store.write('UPDATE workflows SET published = NULL WHERE id = ?', workflow(params.flow).id)",
      "store.write('UPDATE workflows SET archived = 0 WHERE id = ?', workflow(params.flow).id)",
    ],
  ]),
]

function neverOver(isOver: string, leftMs: string): string {
  return `const isOver = ${isOver}
      const { opened, used } = isOver ? { opened: now, used: 0 } : limit
      if (used >= limit.calls) return ${leftMs}`
}
