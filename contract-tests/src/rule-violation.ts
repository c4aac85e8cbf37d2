import type { Exchange } from './exchange.ts'

/** The target does not keep the requirement of a rule. */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation'
  readonly exchange: Exchange | undefined

  constructor(message: string, exchange?: Exchange) {
    super(exchange === undefined ? message : `${message}\n${describeExchange(exchange)}`)
    this.exchange = exchange
  }
}

/** The positive control of a rule failed, so its negative part proves nothing and was not tried. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed'
  readonly exchange: Exchange

  constructor(message: string, exchange: Exchange) {
    super(`control failed: ${message}\n${describeExchange(exchange)}`)
    this.exchange = exchange
  }
}

function describeExchange(exchange: Exchange): string {
  const { call } = exchange
  const sent = call.body === undefined ? '' : ` ${excerpt(call.body)}`
  return `  sent     ${call.method} ${new URL(call.url).pathname}${sent}\n  received ${exchange.status} ${excerpt(exchange.text)}`
}

function excerpt(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text
}
