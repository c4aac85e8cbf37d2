import type { Random } from '../core/random.ts'
import type { Latency } from './fault.ts'

/** Draws a random duration in milliseconds. */
export function drawLatency(latency: Latency, random: Random): number {
  if (latency.distribution === 'fixed') return latency.ms
  if (latency.distribution === 'uniform') return latency.minMs + random() * (latency.maxMs - latency.minMs)
  return latency.medianMs * Math.exp(latency.sigma * drawNormal(random))
}

/** The Box-Muller transform; 1 - random() is never 0, which has no logarithm. */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Whether a value is a latency. */
export function isLatency(latency: Latency | undefined): boolean {
  if (latency?.distribution === 'fixed') return isAmount(latency.ms)
  if (latency?.distribution === 'uniform')
    return isAmount(latency.minMs) && isAmount(latency.maxMs) && latency.maxMs >= latency.minMs
  return latency?.distribution === 'lognormal' && isAmount(latency.medianMs) && isAmount(latency.sigma)
}

/** Whether a value is a finite number that is not negative. */
export function isAmount(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) >= 0
}
