import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']
const launchOptions = executablePath === undefined ? {} : { executablePath, args: ['--no-sandbox'] }

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  webServer: { command: 'node serve.mjs', url: 'http://127.0.0.1:4173', reuseExistingServer: false },
  use: { baseURL: 'http://127.0.0.1:4173', launchOptions },
})
