import { checkAmount } from './check-options.ts'
import { ConfigurationError } from './configuration-error.ts'
import { describe } from './describe.ts'

const AMOUNTS = ['timeout', 'deadline', 'maxRuns', 'maxRetries', 'maxRetryAfter'] as const
const FUNCTIONS = ['skip', 'onStart', 'onOutcome', 'onProgress', 'random'] as const

/** Refuses what cannot work before an input is taken: each would be refused for it, or its outcome lost. */
export function checkBatch(inputs: unknown, options: object): void {
  const check = (fits: unknown, { name, wanted, value }: { name: string; wanted: string; value: unknown }) => {
    if (!fits) throw new ConfigurationError(`Cannot use ${name}: expected ${wanted}, found ${describe(value)}`)
  }
  const given: Readonly<Record<string, unknown>> = Object(options)
  const { client, concurrency = 4, signal = new AbortController().signal } = given
  const { [Symbol.iterator]: sync, [Symbol.asyncIterator]: async } = Object(inputs)
  check(typeof inputs === 'object' && (sync ?? async), { name: 'inputs', wanted: 'an iterable', value: inputs })
  check(typeof Object(client).run === 'function', { name: 'client', wanted: 'a client', value: client })
  check(typeof Object(signal).addEventListener === 'function', { name: 'signal', wanted: 'an AbortSignal', value: signal })
  const whole = typeof concurrency === 'number' && concurrency >= 1 && Math.floor(concurrency) === concurrency
  check(whole, { name: 'concurrency', wanted: 'a whole number of 1 or more', value: concurrency })
  for (const name of AMOUNTS) if (given[name] !== undefined) checkAmount(name, given[name])
  for (const name of FUNCTIONS) {
    const value = given[name]
    check(value === undefined || typeof value === 'function', { name, wanted: 'a function', value })
  }
}
