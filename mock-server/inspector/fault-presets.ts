import type { Fault } from '../src/faults/fault.ts'
import type { IconName } from './parts/icon.tsx'

/** How many requests a fault applies to. */
export type FaultExtent = 'once' | 'thrice' | 'always'

/** A fault that a person adds with one click. */
export interface FaultPreset {
  readonly title: string
  readonly text: string
  readonly icon: IconName
  readonly fault: Fault
}

export const faultPresets: readonly FaultPreset[] = [
  {
    title: 'Next run fails',
    text: 'The response is 200, and its status is failed.',
    icon: 'close',
    fault: { kind: 'run-failed', name: 'Outage', value: 'A fault of the inspector failed this run' },
  },
  {
    title: 'Server error',
    text: 'Nothing runs. The response is 500 with a message.',
    icon: 'bolt',
    fault: { kind: 'status', status: 500 },
  },
  {
    title: 'Rate limited',
    text: 'Nothing runs. The response is 429 with Retry-After 30 s.',
    icon: 'clock',
    fault: { kind: 'status', status: 429, retryAfterSeconds: 30 },
  },
  {
    title: 'Slow',
    text: 'Each response comes 3 s late.',
    icon: 'clock',
    fault: { kind: 'latency', latency: { distribution: 'fixed', ms: 3000 } },
  },
  {
    title: 'Lost response',
    text: 'The workflow runs, and the connection is reset.',
    icon: 'lost',
    fault: { kind: 'response-lost' },
  },
  {
    title: 'Reset connection',
    text: 'Nothing runs. The connection is reset.',
    icon: 'lost',
    fault: { kind: 'reset-before-headers' },
  },
  {
    title: 'Empty reply',
    text: 'Nothing runs. The connection closes without a byte.',
    icon: 'minus',
    fault: { kind: 'empty-reply' },
  },
  { title: 'Never responds', text: 'No response ever comes.', icon: 'clock', fault: { kind: 'hang' } },
  {
    title: 'Trickled body',
    text: 'The body comes a few bytes at a time.',
    icon: 'file',
    fault: { kind: 'dribbled-body' },
  },
  { title: 'Old key works', text: 'The server still accepts a replaced key.', icon: 'key', fault: { kind: 'stale-key' } },
]

/** Returns the fault of a preset for some requests. An empty flowId means every request. */
export function toFault(
  { fault }: FaultPreset,
  { extent, flowId }: { readonly extent: FaultExtent; readonly flowId: string },
): Fault {
  return {
    ...fault,
    ...(flowId === '' ? {} : { flowId }),
    ...countOf(extent),
  }
}

function countOf(extent: FaultExtent): { readonly count?: number } {
  if (extent === 'always') return {}
  return { count: extent === 'once' ? 1 : 3 }
}

/** Describes in words which requests a fault applies to. */
export function describeSelection(fault: Fault): string {
  const { count, flowId, key, nth, operation, probability } = fault
  const parts = [
    flowId === undefined ? '' : `runs of ${flowId}`,
    operation === undefined || flowId !== undefined ? '' : operation,
    key === undefined ? '' : 'with one key',
    nth === undefined ? '' : `only number ${nth} of them`,
    probability === undefined ? '' : `with probability ${probability}`,
  ].filter((part) => part !== '')
  const requests = describeCount(count)
  return parts.length === 0 ? requests : `${requests}: ${parts.join(', ')}`
}

function describeCount(count: number | undefined): string {
  if (count === undefined) return 'All requests'
  return count === 1 ? 'The next request' : `The next ${count} requests`
}
