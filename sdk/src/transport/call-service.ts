import { describeValue } from '@wfhost/wire/messages'
import { createRedactor } from '@wfhost/wire/redaction'
import type * as z from 'zod/v4/core'
import { notify } from '../client/observe.ts'
import { APIError } from '../errors/api-error.ts'
import { toMistake } from '../errors/configuration-error.ts'
import { createContractError } from '../errors/contract-error.ts'
import { findProblems, type Problem } from '../responses/answer.ts'
import { makeAttempt } from './attempt.ts'
import type { Answer, Call } from './call.ts'
import { createFailureError } from './failure.ts'
import { closeGate, passGate } from './retry.ts'
import { Interruption, openScope } from './scope.ts'

/**
 * Sends a call, repeats it where that is safe, and resolves with what `read` makes of the answer. A call that must not act
 * twice is repeated only if the service certainly did not act: the request was not sent, or was answered with 429, or with
 * 401 and the key has changed since. Once the call may have acted, every rejection is an APIError that says so, also for
 * what functions of the caller throw. What they throw earlier is the cause of a ConfigurationError.
 */
export async function callService<Result>(call: Call, read: (answer: Answer) => Promise<Result>): Promise<Result> {
  const { settings } = call
  const scope = openScope(settings)
  const secrets = new Set(settings.shared.keys)
  const redactor = createRedactor(secrets)
  const fail = (state: string) => redactor.text(`Cannot ${call.action}: ${state}`)
  const authorize = async () => {
    const credentials = await scope.during(call.credentials).catch((thrown: unknown) => {
      throw thrown instanceof Interruption ? thrown : toMistake(redactor.value(thrown), (said) => fail(`apiKey failed: ${said}`))
    })
    for (const secret of credentials.secrets) secrets.add(secret)
    settings.shared.keys = new Set([...secrets].slice(-100))
    return credentials
  }
  // If an earlier attempt may have run, the call may have, however clearly a later attempt is refused.
  let mayHaveRun = false
  let answer: Answer | undefined
  const toError = (thrown: unknown) => {
    if (thrown instanceof Interruption) return createFailureError(call, { error: thrown, redactor, sent: mayHaveRun }).error
    // After an answer, an error which says that nothing ran is from another call, made inside a function of the caller.
    if (thrown instanceof APIError && (!answer || thrown.mayHaveRun === call.once)) return thrown
    if (answer)
      return createContractError(call, answer, { problems: [{ place: '', message: describeValue(thrown) }], cause: thrown })
    const error = toMistake(redactor.value(thrown), fail)
    return mayHaveRun ? new APIError(error.message, { mayHaveRun, cause: error.cause ?? error }) : error
  }
  try {
    const init = await scope.during(async () => call.prepare())
    let credentials = await authorize()
    let renewed = false
    for (let number = 1, retries = 0, dueAt = 0; ; number += 1) {
      const gate = settings.shared.gates.get(credentials.value)
      if (gate) await passGate(call, gate, { dueAt, scope })
      const outcome = await makeAttempt(call, init, { scope, credentials, redactor, retries, number })
      if ('answer' in outcome) {
        const arrived = outcome.answer
        answer = arrived
        mayHaveRun = true
        return await scope.during(() => read(arrived))
      }
      const { info, error, retryAt } = outcome
      mayHaveRun ||= error.mayHaveRun
      Object.assign(error, { mayHaveRun })
      if (error.status === 401 && !renewed) {
        const before = credentials.value
        credentials = await authorize()
        renewed = true
        if (credentials.value !== before) continue
      }
      if (retryAt === undefined) throw error
      const delayMs = Math.ceil(Math.max(0, retryAt - settings.clock.now()))
      notify(settings.hooks, (hooks) => hooks.onRetry?.(info, { error, delayMs }))
      if (error.status === 429) closeGate(call, credentials.value, retryAt)
      else await scope.sleepUntil(retryAt)
      dueAt = retryAt
      retries += 1
    }
  } catch (thrown) {
    const error = toError(thrown)
    if (error instanceof APIError) settings.log('info', error.message)
    throw error
  } finally {
    scope.close()
  }
}

/** Checks the body of an answer and returns it as received, including unknown fields. */
export function readAnswer<Body>(call: Call, answer: Answer, schema: z.$ZodType): Body {
  const problems = call.settings.validation === 'off' ? [] : findProblems(schema, answer.body)
  if (problems.length > 0) handleViolation(call, answer, problems)
  return answer.body as Body
}

/** Throws for an answer that is not as documented, or logs it, depending on `validation`. */
export function handleViolation(call: Call, answer: Answer, problems: readonly Problem[]): void {
  const error = createContractError(call, answer, { problems })
  if (call.settings.validation === 'strict') throw error
  call.settings.log('warn', error.message)
}
