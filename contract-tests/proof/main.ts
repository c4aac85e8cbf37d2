// Tests the conformance suite on servers with known defects and on conforming servers.
// Usage: npm run selftest [-- --only ID,ID] [-- --seed N] [-- --write]
// The seed selects the combinations of variants. By default, each day has its own seed.
// Without --write, the command fails if the figures in docs/pages/suite/proof.md differ from those of this run.
import { fileURLToPath } from 'node:url'
import { runSelfTests } from './run-self-tests.ts'
import { allSelfTests } from './self-tests.ts'

await runSelfTests(fileURLToPath(import.meta.url), allSelfTests)
