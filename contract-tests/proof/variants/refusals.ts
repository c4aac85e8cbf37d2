import { answer, intercept, type Place } from '../mutants/intercept.ts'
import { isObject, parseObject } from '../mutants/json.ts'
import { onAnswer } from '../mutants/on-answer.ts'
import { flowIdOf, tokenOf } from '../mutants/on-request.ts'
import type { LegalVariation } from './legal-variation.ts'

const registry: readonly Place[] = ['public manifest', 'organization manifest', 'execute']
const archivedKey = 'key-archived'

/** Other bodies of refusals, other orders of checks, and other ways to say when to come back. */
export const refusals: readonly LegalVariation[] = [
  ...(['error', 'nested', 'problem', 'text'] as const).flatMap((form): LegalVariation[] => [
    { variation: `a run is refused with the body ${form}`, subject: 'run refusal', profile: { runErrorBody: form } },
    {
      variation: `the registry refuses with the body ${form}`,
      subject: 'registry refusal',
      profile: { registryErrorBody: form },
    },
  ]),
  body('a run is refused with a page', { subject: 'run refusal', at: ['run'], type: 'text/html', text: page }),
  body('a run is refused without a body', { subject: 'run refusal', at: ['run'], type: 'text/plain', text: () => '' }),
  body('the registry refuses with a page', { subject: 'registry refusal', at: registry, type: 'text/html', text: page }),
  body('the registry refuses with a list of errors', {
    subject: 'registry refusal',
    at: registry,
    type: 'application/json',
    text: (message) => JSON.stringify({ errors: [{ code: 'E1', detail: message }] }),
  }),
  { variation: 'the body is read before the workflow is looked up', subject: 'order', profile: { checkOrder: 'body-first' } },
  { variation: 'the rate limit is looked at last', subject: 'order', profile: { checkOrder: 'limit-last' } },
  {
    variation: 'the body is read before the key',
    subject: 'order',
    vary: intercept(['run'], ({ text }, { pass }) => {
      const args = parseObject(text)?.['args']
      const named = Array.isArray(args) && args.every((argument: unknown) => isObject(argument) && 'value' in argument)
      return named ? pass() : answer(400, { message: 'Malformed' })
    }),
  },
  {
    variation: 'access is looked at before whether a workflow is archived',
    subject: 'order',
    vary: intercept(['run'], async (asked, { pass }) => {
      const given = await pass()
      const foreign = flowIdOf(asked) === 'archived' && tokenOf(asked) !== archivedKey && given.status === 404
      return foreign ? answer(403, { message: 'No access' }) : given
    }),
  },
  {
    variation: 'access is looked at before whether there is a workflow that is published',
    subject: 'order',
    vary: intercept(['run'], async (asked, { pass }) => {
      const given = await pass()
      const isOwn = flowIdOf(asked) === 'archived' && tokenOf(asked) === archivedKey
      const foreign = given.status === 404 && !isOwn
      return foreign ? answer(403, { message: 'No access' }) : given
    }),
  },
  {
    variation: 'there is a rate limit that nobody meets',
    subject: 'limit',
    profile: { rateLimit: { requests: 600, windowMs: 60_000 } },
  },
  { variation: 'Retry-After is an HTTP-date', subject: 'retry', profile: { retryAfterFormat: 'http-date' } },
  retry('Retry-After is 0', '0'),
  retry('Retry-After is a day', '86400'),
]

function body(
  variation: string,
  as: {
    readonly subject: string
    readonly at: readonly Place[]
    readonly type: string
    readonly text: (message: string) => string
  },
): LegalVariation {
  const vary = onAnswer(as.at, ({ headers, status, text }) => {
    if (status < 400 || parseObject(text)?.['stepOutputs'] !== undefined) return undefined
    const typed = new Headers(headers)
    typed.set('content-type', as.type)
    return { headers: typed, text: as.text(String(parseObject(text)?.['message'])) }
  })
  return { variation, subject: as.subject, vary }
}

function page(message: string): string {
  return `<!doctype html><title>Error</title><p>${message}</p>`
}

function retry(variation: string, value: string): LegalVariation {
  const vary = onAnswer(['run'], ({ headers, status }) => {
    if (status !== 429) return undefined
    const changed = new Headers(headers)
    changed.set('retry-after', value)
    return { headers: changed }
  })
  return { variation, subject: 'retry', vary }
}
