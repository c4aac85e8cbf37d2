import * as z from 'zod'
import type { Random } from '../core/random.ts'
import { defineFault } from './fault-kind.ts'

const milliseconds = z.number().min(0)

const latencySchema = z
  .discriminatedUnion('distribution', [
    z.strictObject({ distribution: z.literal('fixed'), ms: milliseconds.describe('Always this.') }),
    z
      .strictObject({
        distribution: z.literal('uniform'),
        minMs: milliseconds.describe('The least.'),
        maxMs: milliseconds.describe('The most.'),
      })
      .refine(({ maxMs, minMs }) => maxMs >= minMs, { path: ['maxMs'], error: 'expected at least minMs' }),
    z.strictObject({
      distribution: z.literal('lognormal'),
      medianMs: milliseconds.describe('Half of the requests take longer.'),
      sigma: z.number().min(0).describe('The standard deviation of the logarithm.'),
    }),
  ])
  .describe('How much later, in milliseconds.')

/** How long something takes, in milliseconds. */
export type Latency = Readonly<z.output<typeof latencySchema>>

/** The kinds that delay a request. */
export const delayFaults = [
  defineFault('latency', {
    description: 'The request is handled later.',
    members: { latency: latencySchema },
    effect: (fault) => ({
      on: 'request',
      apply: async ({ clock, random, signal }) => {
        await clock.sleep(drawLatency(fault.latency, random), signal)
        return undefined
      },
    }),
  }),
  defineFault('hang', {
    description: 'There is never a response.',
    members: {},
    effect: () => ({
      on: 'request',
      apply: ({ signal }) =>
        new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason)
          else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
    }),
  }),
] as const

/** Draws a random duration in milliseconds. */
export function drawLatency(given: Latency, random: Random): number {
  switch (given.distribution) {
    case 'fixed':
      return given.ms
    case 'uniform':
      return given.minMs + random() * (given.maxMs - given.minMs)
    case 'lognormal':
      return given.medianMs * Math.exp(given.sigma * drawNormal(random))
  }
}

/** The Box-Muller transform; 1 - random() is never 0, which has no logarithm. */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
