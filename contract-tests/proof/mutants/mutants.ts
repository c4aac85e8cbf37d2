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

const rulesFolder = new URL('../../src/rules/', import.meta.url)
const files = globSync('**/*.mutants.ts', { cwd: fileURLToPath(rulesFolder) }).toSorted()
const mutantsOfRules = await Promise.all(files.map(readMutants))

/** All mutants: those beside the rules that find them, and those that are made from catalogues. */
export const mutants: readonly Mutant[] = [
  ...mutantsOfRules.flat(),
  ...degenerate,
  ...conditionalRequests,
  ...valueMutants,
  ...requestMutants,
  ...overrideMutants,
  ...sequenceMutants,
  ...refusalMutants,
]

/** A file beside a rule file, such as `run-results.mutants.ts` beside `run-results.ts`. */
interface MutantsModule {
  readonly mutants: readonly Mutant[]
}

async function readMutants(file: string): Promise<readonly Mutant[]> {
  const { mutants: found }: Partial<MutantsModule> = await import(new URL(file, rulesFolder).href)
  if (found === undefined) {
    throw new Error(`Cannot collect the mutants of ${file}: it has no export named mutants. Export its table as mutants.`)
  }
  return found
}
