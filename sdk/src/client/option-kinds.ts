import type { BatchOptions } from '../batch/batch.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { describeValue } from '../responses/describe-value.ts'
import type { RegistryClientOptions } from './create-registry-client.ts'
import type { WorkflowClientOptions } from './create-workflow-client.ts'
import type { Workflow } from './define-workflow.ts'
import type { StartOptions, WaitOptions } from './start-options.ts'

type OptionName =
  | keyof (WorkflowClientOptions & RegistryClientOptions & StartOptions & WaitOptions & BatchOptions & Omit<Workflow, 'flowId'>)
  | 'inputs'
  | 'options'

type Kind = readonly [expected: string, names: readonly OptionName[], fits: (value: unknown) => unknown]

/** What the options of clients, calls and batches may be. Those that may hold a key are checked where they are used, unshown. */
const KINDS: readonly Kind[] = [
  ['true or false', ['allowBrowser', 'retryUnknown'], (value) => typeof value === 'boolean'],
  [
    'a function',
    ['ask', 'fetch', 'onOutcome', 'onProgress', 'onStart', 'random', 'skip'],
    (value) => typeof value === 'function',
  ],
  ['a clock with now() and after()', ['clock'], (value) => Object(value).now && Object(value).after],
  ['an object', ['headers', 'hooks', 'logger', 'options'], (value) => typeof value === 'object' && value],
  // The time that remains may be negative: the deadline has passed.
  ['a number', ['deadline'], (value) => typeof value === 'number' && value >= -Infinity],
  [
    'a number of 0 or more',
    ['interval', 'maxInterval', 'maxRetryAfter', 'timeout'],
    (value) => typeof value === 'number' && value >= 0,
  ],
  [
    'a whole number of 0 or more',
    ['maxRetries', 'maxRuns'],
    (value) => typeof value === 'number' && value >= 0 && Math.floor(value) === value,
  ],
  [
    'a whole number of 1 or more',
    ['concurrency'],
    (value) => typeof value === 'number' && value >= 1 && Math.floor(value) === value,
  ],
  ['an AbortSignal', ['signal'], (value) => Object(value).addEventListener],
  ['a Standard Schema', ['args', 'result'], (value) => Object(Object(value)['~standard']).validate],
  [
    'an iterable',
    ['inputs'],
    (value) => typeof value === 'object' && (Object(value)[Symbol.iterator] ?? Object(value)[Symbol.asyncIterator]),
  ],
  ['a client', ['client'], (value) => Object(value).run],
  ['strict, report or off', ['validation'], (value) => /^(strict|report|off)$/.test(String(value))],
  ['', ['apiKey', 'baseUrl', 'idempotencyHeader', 'logLevel', 'product', 'registryUrl', 'runId', 'session'], () => true],
]

/** Refuses what TypeScript would. A misspelt limit, such as `timeOut`, would silently not apply. */
export function checkOptions(options: object): void {
  for (const [name, value] of [['options', options], ...Object.entries(Object(options))]) {
    const [kind, , fits] = KINDS.find(([, names]) => names.includes(name as OptionName)) ?? []
    if (value === undefined || fits?.(value)) continue
    throw new ConfigurationError(
      `Cannot use ${name}: ${fits ? `expected ${kind}, found ${describeValue(value)}` : 'no such option'}`,
    )
  }
}
