/// <reference types="@vitest/browser/providers/playwright" />
import { defineConfig } from 'vitest/config'

const executablePath = process.env['CHROMIUM_PATH']
const launch = executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] }

export default defineConfig({
  test: {
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: 'playwright',
      instances: [{ browser: 'chromium', launch }],
    },
  },
})
