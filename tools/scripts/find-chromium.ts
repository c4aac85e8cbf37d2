import { existsSync } from 'node:fs'

// The shell is the browser without windows, and takes half of the time of a processor for a page.
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** What keeps a browser on a machine without a screen from doing anything but the tests. */
export const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Where the browser of this machine is; CHROMIUM_PATH says it, if it is elsewhere.
 *
 * @throws {Error} that says how to install one.
 */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH']
  const found = (named === undefined ? places : [named]).find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    `Cannot test in a browser: there is none at ${named ?? places.join(', ')}. Install it: apt-get install chromium`,
  )
}
