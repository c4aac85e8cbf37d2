import { defineConfig } from '@playwright/test'
import { findChromium, quietFlags } from '../../../scripts/find-chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.test-page.ts',
  outputDir: '../../dist/test-results',
  workers: 2,
  reporter: 'list',
  use: { browserName: 'chromium', launchOptions: { executablePath: findChromium(), args: quietFlags } },
})
