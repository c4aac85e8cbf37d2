import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { examplesPlugin } from './tools/scripts/examples.ts'
import { TestReporter } from './tools/scripts/test-reporter.ts'

const folders =
  '{internal,openapi,sdk,mock-server,contract-tests,queue,examples/tour,tools/commands,tools/language,tools/scripts,tools/release,tools/surface,docs/playground}'
// Most files share a process and its imports, which halves the time. These files load msw 2 beside msw 3, and msw 3 would then
// find handlers of msw 2.
const withTwoVersions = 'mock-server/{src/{adapters/msw-2,testing/through-msw},test/{abort,faults}}.test.ts'

const exclude = ['**/node_modules/**', '**/dist/**']
const slow = '**/*.slow.test.ts'
const recipes = 'tools/frameworks/**/*.test.ts'
// They start redis-server, which is not on every machine.
const withRedis = 'queue/test/**/*.test.ts'

// V8 shrinks the young generation of a process that allocates little, as on a busy machine. Each minor collection keeps what
// is in use at that moment, so a measurement of garbage would then find megabytes that are not garbage.
const youngGeneration = ['--min-semi-space-size=16', '--max-semi-space-size=16']

// The packages are tested from source: no build comes before the tests.
const source = '@wfhost/source'
const conditions = [source, 'module', 'node', 'development|production']

// Many tests wait for processes and timers, so more workers than processors help. Slow tests measure times, and need the processors.
const slowProject = {
  maxWorkers: Math.max(3, availableParallelism() - 1),
  // Vitest runs projects with another number of workers in another group.
  sequence: { groupOrder: 1 },
}
const fastProject = {
  maxWorkers: Math.max(4, availableParallelism() - 1),
  // Concurrent tests mostly wait for the server that they check.
  maxConcurrency: 12,
}

export default defineConfig({
  plugins: [examplesPlugin(fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, ''))],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [source] } },
  test: {
    // Files share a process, so a variable that a test leaves set would reach the tests of the next file.
    unstubEnvs: true,
    // The limit ends a test that hangs, and leaves time on a busy machine.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', new TestReporter()],
    projects: [
      // A minute or two: `npm test`, before each commit.
      {
        extends: true,
        test: {
          name: 'fast',
          ...fastProject,
          include: [`${folders}/**/*.test.ts`],
          exclude: [...exclude, slow, withRedis, withTwoVersions],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'fast-isolated',
          ...fastProject,
          include: [withTwoVersions],
          exclude,
        },
      },
      // Processes, fuzz and all assumptions: `npm run test:slow`.
      {
        extends: true,
        test: {
          name: 'slow',
          ...slowProject,
          include: [`${folders}/${slow}`],
          exclude,
          execArgv: youngGeneration,
        },
      },
      // A queue on a real Redis, and processes that are killed: `npm run test:queue`, which needs redis-server.
      { extends: true, test: { name: 'queue', ...slowProject, include: [withRedis], exclude, testTimeout: 90_000 } },
      // Linters, generators and readers of other projects: `npm run test:tools`, which installs them.
      { extends: true, test: { name: 'tools', ...slowProject, include: ['tools/{*,openapi/**/*}.test.ts'], exclude } },
      // The recipes inside their frameworks, which it installs: `npm run test:frameworks`.
      { extends: true, test: { name: 'frameworks', ...slowProject, include: [recipes], exclude } },
    ],
  },
})
