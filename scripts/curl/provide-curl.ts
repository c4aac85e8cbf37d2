import { execFileSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Puts a stand-in for curl on the path of the tests where the machine has none, and says so: the tests send the
 * commands that the documentation and the reports show, and need nothing but Node and npm.
 */
export function setup(): void {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
  } catch {
    const standIn = fileURLToPath(new URL('stand-in', import.meta.url))
    process.env['PATH'] = `${standIn}${delimiter}${process.env['PATH']}`
    console.log('curl is not on this machine: its stand-in of scripts/curl answers for it')
  }
}
