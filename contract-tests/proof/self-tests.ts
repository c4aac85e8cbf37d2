import type { SelfTest } from './self-test.ts'
import { budgets } from './selftest/budgets.ts'
import { canaries } from './selftest/canaries.ts'
import { controls } from './selftest/controls.ts'
import { misuse } from './selftest/misuse.ts'
import { operators } from './selftest/operators.ts'
import { prism } from './selftest/prism.ts'
import { reports } from './selftest/reports.ts'
import { reproduction } from './selftest/reproduction.ts'
import { determinism, faultless, mutantsKilled, variantsSpared } from './selftest/verdicts.ts'
import { foreignDefects, foreignWorld } from './selftest/worlds.ts'

/** What the suite shows of itself on servers that need nothing but this repository. */
export const selfTests: readonly SelfTest[] = [
  faultless,
  mutantsKilled,
  operators,
  variantsSpared,
  controls,
  budgets,
  canaries,
  reproduction,
  reports,
  misuse,
  determinism,
  prism,
]

/** These, and those whose servers need dependencies that only `npm run selftest` installs. */
export const allSelfTests: readonly SelfTest[] = [...selfTests, foreignWorld, foreignDefects]
