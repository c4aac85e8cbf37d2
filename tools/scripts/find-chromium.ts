import { existsSync } from 'node:fs'

// The shell is the browser without windows, and needs half of the processor time for a page.
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Flags for a browser without a screen that does nothing except the tests. */
export const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds the browser of this machine. CHROMIUM_PATH overrides it.
 *
 * @throws {Error} with instructions to install one.
 */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH']
  const found = (named === undefined ? places : [named]).find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    `Cannot test in a browser: there is none at ${named ?? places.join(', ')}. Install it: apt-get install chromium`,
  )
}
