import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Opens a page in the browser of this machine, or says why it cannot. */
export function openBrowser(url: string): void {
  const command = openers[process.platform] ?? 'xdg-open'
  const child = spawn(command, [url], { detached: true, stdio: 'ignore' })
  child.on('error', () => console.error(`Cannot open a browser: there is no ${command} here; the page is at ${url}`))
  child.unref()
}
