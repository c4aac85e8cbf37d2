import * as z from 'zod'
import type { Given } from '../schema/check.ts'
import { connectionFaults } from './connection-faults.ts'
import type { FaultEffect } from './fault-effect.ts'
import { delayFaults, requestFaults } from './request-faults.ts'
import { responseFaults } from './response-faults.ts'

export const faultKinds = [...requestFaults, ...delayFaults, ...responseFaults, ...connectionFaults] as const

export const faultSchema = z.lazy(() => {
  const schemas = faultKinds.map(({ schema }) => schema())
  return z.discriminatedUnion('kind', schemas as [(typeof schemas)[number], ...typeof schemas])
})

/**
 * A fault: its kind, and the requests that it applies to.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, type Fault } from '@wfhost/mock-server'
 *
 * const once: Fault = { kind: 'status', status: 503, operation: 'getPublicManifest', count: 1 }
 * const service = createMockService()
 * service.addFault(once)
 *
 * const response = await service.fetch(new Request('http://localhost/v1/public/wfhost/manifest'))
 * assert.equal(response.status, 503)
 * ```
 */
export type Fault = Given<ReturnType<(typeof faultKinds)[number]['schema']>>

/** The kinds of faults that break a connection. */
export type ConnectionFault = (typeof connectionFaults)[number]['kind']

const effects: ReadonlyMap<Fault['kind'], (fault: unknown) => FaultEffect> = new Map(
  faultKinds.map(({ effectOf, kind }) => [kind, effectOf]),
)

export function effectOf(fault: Fault): FaultEffect {
  const effect = effects.get(fault.kind)
  if (effect === undefined) throw new RangeError(`There is no fault ${fault.kind}`)
  return effect(fault)
}
