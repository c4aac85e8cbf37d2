import { defineConfig } from '@playwright/test'
import { findChromium, quietFlags } from './scripts/find-chromium.ts'

export default defineConfig({
  outputDir: 'dist/test-results',
  testMatch: '*.test-page.ts',
  // Pictures and axe, twice for a view, on machines that may be busy.
  timeout: 60_000,
  // Each test has a page and servers of its own.
  fullyParallel: true,
  workers: 2,
  reporter: [['list'], ['./count-cases.ts']],
  use: { browserName: 'chromium', launchOptions: { executablePath: findChromium(), args: quietFlags } },
  projects: [
    { name: 'inspector is built', testMatch: 'build-inspector.setup.ts' },
    { name: 'browser', testDir: 'browser', dependencies: ['inspector is built'] },
    { name: 'report', testDir: 'report' },
    { name: 'site', testDir: 'site' },
  ],
})
