// Tests the conformance suite itself, on servers whose defects are known and on servers without any:
//   npm run selftest [-- --only ID,ID] [-- --seed N] [-- --write]
// Each day has a seed of its own, by which combinations of variants are sampled.
// Without --write, figures in its page that are not those of this run are a failure.
import { fileURLToPath } from 'node:url'
import { formatFigures } from './figures.ts'
import { runSelfTests } from './run-self-tests.ts'
import { allSelfTests } from './self-tests.ts'

await runSelfTests({
  name: 'npm run selftest',
  file: fileURLToPath(import.meta.url),
  selfTests: allSelfTests,
  mark: 'selftest',
  format: formatFigures,
})
