import { defineConfig } from '@playwright/test'
import { findChromium, quietFlags } from './scripts/find-chromium.ts'

export default defineConfig({
  outputDir: 'dist/test-results',
  testMatch: '*.test-page.ts',
  // Enough for two pictures and two axe checks of a view on a busy machine.
  timeout: 60_000,
  // Each test has its own page and servers.
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
