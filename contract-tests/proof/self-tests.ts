import type { SelfTest } from './self-test.ts'
import { budgets } from './selftest/budgets.ts'
import { canaries } from './selftest/canaries.ts'
import { catalogues } from './selftest/catalogues.ts'
import { controls } from './selftest/controls.ts'
import { misuse } from './selftest/misuse.ts'
import { operators } from './selftest/operators.ts'
import { prism } from './selftest/prism.ts'
import { reports } from './selftest/reports.ts'
import { reproduction } from './selftest/reproduction.ts'
import { determinism, faultless, mutantsKilled, variantsSpared } from './selftest/verdicts.ts'
import { foreignDefects, foreignWorld } from './selftest/worlds.ts'

/** The self-tests with servers that need nothing outside this repository. */
export const selfTests: readonly SelfTest[] = [
  faultless,
  mutantsKilled,
  catalogues,
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

/** All self-tests, including self-tests with dependencies that only `npm run selftest` installs. */
export const allSelfTests: readonly SelfTest[] = [...selfTests, foreignWorld, foreignDefects]
