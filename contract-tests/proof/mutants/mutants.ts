import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { degenerate } from './degenerate.ts'
import { conditionalRequests } from './derived/conditional-requests.ts'
import { overrideMutants } from './derived/overrides.ts'
import { refusalMutants } from './derived/refusals.ts'
import { requestMutants } from './derived/requests.ts'
import { sequenceMutants } from './derived/sequences.ts'
import { valueMutants } from './derived/values.ts'
import type { Mutant } from './mutant.ts'

/** The module of a file beside a rule file, such as `run-results.mutants.ts` beside `run-results.ts`. */
interface MutantsModule {
  readonly mutants: readonly Mutant[]
}

const rulesFolder = new URL('../../src/rules/', import.meta.url)
const files = globSync('**/*.mutants.ts', { cwd: fileURLToPath(rulesFolder) }).toSorted()
const modules = await Promise.all(files.map((file): Promise<MutantsModule> => import(new URL(file, rulesFolder).href)))

/** All mutants: those beside the rules that find them, and those that are made from catalogues. */
export const mutants: readonly Mutant[] = [
  ...modules.flatMap((module) => module.mutants),
  ...degenerate,
  ...conditionalRequests,
  ...valueMutants,
  ...requestMutants,
  ...overrideMutants,
  ...sequenceMutants,
  ...refusalMutants,
]
