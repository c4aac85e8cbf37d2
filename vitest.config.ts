import { defineConfig } from 'vitest/config'

// The packages are tested from source: no build comes before the tests.
const conditions = ['@wfhost/source']

export default defineConfig({
  resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'], externalConditions: conditions } },
  test: {
    include: ['{openapi,sdk,mock-server,contract-tests,tour,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
})
