import { createSeededRandom } from '@wfhost/mock-server'
import { generateRequest } from '../fuzz/generate-request.ts'
import { faultCases } from './fault-cases.ts'
import type { ParityCase } from './parity-case.ts'
import { refusalCases } from './refusal-cases.ts'
import { registryCases } from './registry-cases.ts'
import { runCases } from './run-cases.ts'

/** The cases that were thought of one by one. */
export const casesByHand: readonly ParityCase[] = [...runCases, ...refusalCases, ...registryCases, ...faultCases]

const random = createSeededRandom(4)

/** Requests made by chance, which need no answer but the same one everywhere; no clock moves on for one that sleeps. */
const generated = Array.from({ length: 300 }, (_, index): ParityCase => {
  const { body, ...request } = generateRequest(random)
  return { name: `request ${index} made by chance`, ...request, ...(body === undefined ? {} : { body }) }
}).filter(({ path }) => !path.includes('/slow/'))

/** Every case, in the order in which they are sent: each changes the state that the next one finds. */
export const parityCases: readonly ParityCase[] = [...casesByHand, ...generated]
