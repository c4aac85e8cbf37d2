import { type Defect, defectsOf } from './defect.ts'

const scoped = 'if (key.workflow !== workflow.id) throw'
const retryAfter = 'const retryAfter = String(Math.ceil(waitMs / 1000))'

/** Who may run a workflow, in which state, and how often. */
export const keyAndLimitDefects: readonly Defect[] = [
  ...defectsOf('service.ts', [
    {
      defect: 'an archived workflow runs',
      breaks: 'FLOW-ARCHIVED',
      from: 'workflow.archived === 1 || workflow.published === null',
      to: 'workflow.published === null',
    },
    {
      defect: 'an archived workflow is answered with 410',
      breaks: 'FLOW-ARCHIVED',
      from: 'new Problem(40402,',
      to: 'new Problem(41002,',
    },
    {
      defect: 'an unknown workflow is answered with 400',
      breaks: 'FLOW-UNKNOWN',
      from: 'new Problem(40401,',
      to: 'new Problem(40041,',
    },
    {
      defect: 'a workflow named constructor is not unknown',
      breaks: 'FLOW-UNKNOWN',
      from: "const workflow = store.find<WorkflowRow>('SELECT * FROM workflows WHERE flow = ?', request.params.flow)",
      to: "const workflow = Object.fromEntries(store.many('SELECT * FROM workflows').map((one) => [one.flow, one]))[request.params.flow]",
    },
    {
      defect: 'workflows are found without regard to case',
      breaks: 'FLOW-UNKNOWN',
      from: 'WHERE flow = ?',
      to: 'WHERE flow = ? COLLATE NOCASE',
    },
    {
      defect: 'a key runs all workflows of its organization',
      breaks: 'KEY-SCOPE',
      from: scoped,
      to: 'if (key.org !== workflow.org) throw',
    },
    {
      defect: 'a key runs the workflows of other organizations',
      breaks: 'KEY-SCOPE',
      from: scoped,
      to: 'if (key.workflow !== workflow.id && key.org === workflow.org) throw',
    },
    { defect: 'the key of another workflow gets 401', breaks: 'KEY-SCOPE', from: 'new Problem(40301,', to: 'new Problem(40101,' },
    { defect: 'the key of another workflow gets 404', breaks: 'KEY-SCOPE', from: 'new Problem(40301,', to: 'new Problem(40403,' },
    {
      defect: 'a request over the limit runs all the same',
      breaks: 'LIMIT-429',
      from: 'if (waitMs > 0) throw tooMany(waitMs)',
      to: "if (waitMs > 0) runner.open(workflow, { mode: 'async', values: {} })\n        if (waitMs > 0) setImmediate(() => runner.kick())\n        if (waitMs > 0) throw tooMany(waitMs)",
    },
  ]),
  ...defectsOf('store.ts', [
    {
      defect: 'a key that was replaced is still valid',
      breaks: 'KEY-REGENERATED',
      from: "'SELECT * FROM api_keys WHERE digest = ? AND revoked = 0'",
      to: "'SELECT * FROM api_keys WHERE digest = ?'",
    },
    {
      defect: 'a key that was replaced is valid as long as it is cached',
      breaks: 'KEY-REGENERATED',
      from: "return this.find('SELECT * FROM api_keys WHERE digest = ? AND revoked = 0', this.digest(secret))",
      to: "this.known ??= new Map()\n    const key = this.known.get(secret) ?? this.find('SELECT * FROM api_keys WHERE digest = ? AND revoked = 0', this.digest(secret))\n    if (key) this.known.set(secret, key)\n    return key",
    },
    {
      defect: 'keys are compared without regard to case',
      breaks: 'KEY-INVALID',
      from: ".update(secret).digest('hex')",
      to: ".update(secret.toLowerCase()).digest('hex')",
    },
    {
      defect: 'only the first 30 characters of a key count',
      breaks: 'HOST-401',
      from: ".update(secret).digest('hex')",
      to: ".update(secret.slice(0, 30)).digest('hex')",
    },
    {
      defect: 'one request too many is let in',
      breaks: 'LIMIT-429',
      from: 'if (used >= limit.calls)',
      to: 'if (used > limit.calls)',
    },
    {
      defect: 'a limit once reached never lets in again',
      breaks: 'LIMIT-RETRY-AFTER',
      from: neverOver('now >= limit.opened + limit.window_ms', 'opened + limit.window_ms - now'),
      to: neverOver('limit.opened === 0', 'limit.window_ms'),
    },
    {
      defect: 'each refused request opens the window anew, and Retry-After says nothing of it',
      breaks: 'LIMIT-RETRY-AFTER',
      from: 'if (used >= limit.calls) return',
      to: "if (used >= limit.calls) this.write('UPDATE rate_limits SET opened = ? WHERE org = ?', now, org)\n      if (used >= limit.calls) return",
    },
  ]),
  ...defectsOf('problems.ts', [
    {
      defect: 'the scheme of a key is compared with regard to case',
      breaks: 'RUN-AUTH',
      from: '/^Bearer +(\\S+) *$/i',
      to: '/^Bearer +(\\S+) *$/',
    },
    { defect: 'any scheme will do', breaks: 'KEY-INVALID', from: '/^Bearer +(\\S+) *$/i', to: '/(\\S+) *$/' },
    {
      defect: 'a key is accepted in a header of its own',
      breaks: 'KEY-INVALID',
      from: "headers.authorization ?? ''",
      to: "headers.authorization ?? `Bearer ${headers['x-api-key']}`",
    },
    {
      defect: 'a registry key is accepted in a cookie',
      breaks: 'HOST-401',
      from: "headers.authorization ?? ''",
      to: "headers.authorization ?? `Bearer ${/api_key=([^;]+)/.exec(headers.cookie ?? '')?.[1]}`",
    },
    { defect: 'an invalid key gets 403', breaks: 'KEY-INVALID', from: 'new Problem(40100,', to: 'new Problem(40300,' },
    {
      defect: 'a missing key gets 400',
      breaks: 'KEY-INVALID',
      from: 'if (secret === undefined) throw unauthorized(',
      to: 'if (secret === undefined) throw new Problem(40004, ',
    },
    { defect: 'over the limit the status is 503', breaks: 'LIMIT-429', from: 'new Problem(42900,', to: 'new Problem(50300,' },
    {
      defect: 'a 429 has no Retry-After',
      breaks: 'LIMIT-RETRY-AFTER',
      from: "{ headers: { 'retry-after': retryAfter } }",
      to: "{ headers: { 'x-rate-limit-reset': retryAfter } }",
    },
    {
      defect: 'Retry-After is in milliseconds',
      breaks: 'LIMIT-RETRY-AFTER',
      from: retryAfter,
      to: 'const retryAfter = String(Math.ceil(waitMs))',
    },
    {
      defect: 'Retry-After is a point in time, in seconds since 1970',
      breaks: 'LIMIT-RETRY-AFTER',
      from: retryAfter,
      to: 'const retryAfter = String(Math.ceil((Date.now() + waitMs) / 1000))',
    },
    {
      defect: 'Retry-After has a fraction',
      breaks: 'LIMIT-RETRY-AFTER',
      from: retryAfter,
      to: 'const retryAfter = (waitMs / 1000).toFixed(2)',
    },
    {
      defect: 'Retry-After has a unit',
      breaks: 'LIMIT-RETRY-AFTER',
      from: retryAfter,
      to: 'const retryAfter = `${Math.ceil(waitMs / 1000)}s`',
    },
    {
      defect: 'Retry-After is a date of ISO 8601',
      breaks: 'LIMIT-RETRY-AFTER',
      from: retryAfter,
      to: 'const retryAfter = new Date(Date.now() + waitMs).toISOString()',
    },
    {
      defect: 'Retry-After is always 1, however long the window is',
      breaks: 'LIMIT-RETRY-AFTER',
      from: retryAfter,
      to: "const retryAfter = waitMs > 0 ? '1' : '0'",
    },
  ]),
  ...defectsOf('admin.ts', [
    {
      defect: 'each publish makes a new key',
      breaks: 'KEY-CREATED',
      from: 'store.workflowKey(id) ?? store.issueKey',
      to: "(store.write('UPDATE api_keys SET revoked = 1 WHERE workflow = ?', id), undefined) ?? store.issueKey",
    },
    {
      defect: 'the key that the publication of the newest version shows is none',
      breaks: 'KEY-CREATED',
      from: 'store.workflowKey(id) ?? store.issueKey({ org, workflow: id })',
      to: '(store.workflowKey(id) ?? store.issueKey({ org, workflow: id })).slice(0, body?.version === undefined ? -1 : undefined)',
    },
    {
      defect: 'a workflow has its key before it is first published',
      breaks: 'KEY-CREATED',
      from: "return addVersion(store, { of: 'workflow', id: workflow(params.flow).id, definition: body.definition })",
      to: "const { id, org } = workflow(params.flow)\n      if (store.workflowKey(id) === undefined) store.issueKey({ org, workflow: id })\n      return addVersion(store, { of: 'workflow', id, definition: body.definition })",
      unseen: 'the document has no way to see the key of a workflow that is not published',
    },
    {
      defect: 'a regenerated key is refused',
      breaks: 'KEY-REGENERATED',
      from: 'return { key: store.issueKey({ org, workflow: id }) }',
      to: 'return { key: `${store.issueKey({ org, workflow: id })}0` }',
    },
    {
      defect: 'a regenerated key invalidates those of all workflows',
      breaks: 'KEY-REGENERATED',
      from: "store.write('UPDATE api_keys SET revoked = 1 WHERE workflow = ?', id)",
      to: "store.write('UPDATE api_keys SET revoked = 1 WHERE workflow IS NOT NULL')",
    },
    {
      defect: 'an unpublished workflow still runs with its own key',
      breaks: 'KEY-CREATED.unpublished',
      from: "store.write('UPDATE workflows SET published = NULL WHERE id = ?', workflow(params.flow).id)",
      to: "store.write('UPDATE workflows SET archived = 0 WHERE id = ?', workflow(params.flow).id)",
    },
  ]),
]

function neverOver(isOver: string, leftMs: string): string {
  return `const isOver = ${isOver}
      const { opened, used } = isOver ? { opened: now, used: 0 } : limit
      if (used >= limit.calls) return ${leftMs}`
}
