import { PreconditionError, type Rule, RuleViolation } from '../src/rules/rule.ts'
import { type Exchange, NoResponseError } from '../src/target/exchange.ts'
import { NotDeclared, type Target } from '../src/target/target.ts'
import { hasDocumentedMethod } from './has-documented-method.ts'
import { judge, type Reader } from './readers.ts'

export interface Outcome {
  readonly requirement: string
  readonly target: string
  /**
   * - `fail`: the target does not meet the requirement, or does not respond.
   * - `unreadable`: the target meets the requirement, but a response is not as documented, or the readers disagree.
   * - `blocked`: a precondition failed, or the target does not declare a fixture or hook of the rule.
   * - `error`: the rule has a bug.
   */
  readonly verdict: 'pass' | 'fail' | 'unreadable' | 'blocked' | 'error'
  readonly message: string
  readonly exchanges: number
}

/** Runs a rule on a target, and lets the readers judge every exchange with a documented method. */
export async function runRule(
  rule: Rule,
  on: { readonly target: Target; readonly readers: readonly Reader[] },
): Promise<Outcome> {
  const exchanges: Exchange[] = []
  const target: Target = {
    ...on.target,
    send: async (call) => {
      const exchange = await on.target.send(call)
      exchanges.push(exchange)
      return exchange
    },
  }
  const broken = await rule.check(target).then(() => undefined, verdictOf)
  const judged = broken ?? judgementOf(exchanges, on.readers)
  return { requirement: rule.requirement, target: target.name, exchanges: exchanges.length, ...judged }
}

function verdictOf(error: unknown): Pick<Outcome, 'verdict' | 'message'> {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof RuleViolation || error instanceof NoResponseError) return { verdict: 'fail', message }
  if (error instanceof PreconditionError || error instanceof NotDeclared) return { verdict: 'blocked', message }
  return { verdict: 'error', message: error instanceof Error ? (error.stack ?? message) : message }
}

function judgementOf(exchanges: readonly Exchange[], readers: readonly Reader[]): Pick<Outcome, 'verdict' | 'message'> {
  for (const exchange of exchanges.filter(({ request }) => hasDocumentedMethod(request))) {
    const { explanation, verdict } = judge(exchange, readers)
    if (verdict === 'valid') continue
    const subject = `${exchange.request.method} ${new URL(exchange.request.url).pathname} got ${exchange.status}`
    const state = verdict === 'invalid' ? 'is not as documented' : 'divides the readers'
    return {
      verdict: 'unreadable',
      message: `${subject}, which ${state}\n${explanation}\n  body: ${exchange.text.slice(0, 300)}`,
    }
  }
  if (exchanges.length === 0) return { verdict: 'error', message: 'the rule sent nothing, so it shows nothing' }
  return { verdict: 'pass', message: '' }
}
