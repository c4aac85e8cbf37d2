import { budgets } from './budgets.ts'
import { canaries } from './canaries.ts'
import { controls } from './controls.ts'
import { determinism } from './determinism.ts'
import { faultless } from './faultless.ts'
import { legal } from './legal.ts'
import { misuse } from './misuse.ts'
import { mutants } from './mutants.ts'
import { operators } from './operators.ts'
import { prism } from './prism.ts'
import { reports } from './reports.ts'
import { reproduction } from './reproduction.ts'
import type { SelfTest } from './self-test.ts'

/** Everything that the suite shows of itself. */
export const selfTests: readonly SelfTest[] = [
  faultless,
  mutants,
  operators,
  legal,
  controls,
  budgets,
  canaries,
  reproduction,
  reports,
  misuse,
  determinism,
  prism,
]
