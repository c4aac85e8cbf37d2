import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { examplesPlugin } from './tools/scripts/examples.ts'
import { TestReporter } from './tools/scripts/test-reporter.ts'

const folders = '{internal,openapi,sdk,mock-server,contract-tests,queue,examples/tour,tools/scripts,tools/release}'
// The other files share a process and what it has imported, which takes half the time; these load the second version of
// msw beside the third, which then finds handlers that are not its own.
const withTwoVersions = 'mock-server/{src/{adapters/msw-2,testing/through-msw},test/{abort,faults}}.test.ts'

const exclude = ['**/node_modules/**', '**/dist/**']
const slow = '**/*.slow.test.ts'
const recipes = 'tools/frameworks/**/*.test.ts'
// They start redis-server, which not every machine has.
const withRedis = 'queue/test/**/*.test.ts'

// The packages are tested from source: no build comes before the tests.
const source = '@wfhost/source'
const conditions = [source, 'module', 'node', 'development|production']

export default defineConfig({
  plugins: [examplesPlugin(fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, ''))],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [source] } },
  test: {
    // Many tests wait for processes and timers: three at a time are of use on the smallest machine, too.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // What hangs is to end, and what a busy machine holds up is to go on.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', new TestReporter()],
    projects: [
      // A minute or two: what `npm test` runs, and a person before each commit.
      {
        extends: true,
        test: {
          name: 'fast',
          include: [`${folders}/**/*.test.ts`],
          exclude: [...exclude, slow, withRedis, withTwoVersions],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'fast-isolated',
          include: [withTwoVersions],
          exclude,
        },
      },
      // Processes, fuzz and all assumptions: `npm run test:slow`.
      {
        extends: true,
        test: {
          name: 'slow',
          include: [`${folders}/${slow}`],
          exclude,
        },
      },
      // A queue on a real Redis, and processes that are killed: `npm run test:queue`, which needs redis-server.
      { extends: true, test: { name: 'queue', include: [withRedis], exclude, testTimeout: 90_000 } },
      // Linters, generators and readers of others: `npm run test:tools`, which installs them.
      { extends: true, test: { name: 'tools', include: ['tools/{*,openapi/**/*}.test.ts'], exclude } },
      // The recipes inside their frameworks, which it installs: `npm run test:frameworks`.
      { extends: true, test: { name: 'frameworks', include: [recipes], exclude } },
    ],
  },
})
