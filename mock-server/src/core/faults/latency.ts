import type { Random } from '../random.ts'
import type { Latency } from './fault.ts'

/** Draws how long something takes. */
export function drawLatency(latency: Latency, random: Random): number {
  if (latency.distribution === 'fixed') return latency.ms
  if (latency.distribution === 'uniform') return latency.minMs + random() * (latency.maxMs - latency.minMs)
  return latency.medianMs * Math.exp(latency.sigma * drawNormal(random))
}

/** The Box-Muller transform; 1 - random() is never 0, of which there is no logarithm. */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Whether it says how long something takes. */
export function isLatency(latency: Latency | undefined): boolean {
  if (latency?.distribution === 'fixed') return latency.ms >= 0
  if (latency?.distribution === 'uniform') return latency.minMs >= 0 && latency.maxMs >= latency.minMs
  return latency?.distribution === 'lognormal' && latency.medianMs >= 0 && latency.sigma >= 0
}
