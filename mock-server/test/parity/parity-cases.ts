import { credentialCases } from './credential-cases.ts'
import { documentCases } from './document-cases.ts'
import { faultCases } from './fault-cases.ts'
import type { ParityCase } from './parity-case.ts'
import { refusalCases } from './refusal-cases.ts'
import { registryCases } from './registry-cases.ts'
import { runCases } from './run-cases.ts'

/** The cases that were thought of one by one. */
export const casesByHand: readonly ParityCase[] = [...runCases, ...refusalCases, ...registryCases, ...faultCases]

/** Every case, in the order in which they are sent: each changes the state that the next one finds. */
export const parityCases: readonly ParityCase[] = [...casesByHand, ...credentialCases, ...documentCases]
