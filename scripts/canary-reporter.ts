import type { UserConsoleLog } from 'vitest'
import type { Reporter } from 'vitest/node'

/** Fails a test run that prints a canary to the console: the keys of the tests are called so, and no output may have one. */
export class CanaryReporter implements Reporter {
  readonly #sightings: string[] = []

  onUserConsoleLog({ content, taskId, type }: UserConsoleLog): void {
    if (/canary/i.test(content)) this.#sightings.push(`a canary on ${type} in ${taskId ?? 'a test file'}`)
  }

  onTestRunEnd(): void {
    if (this.#sightings.length === 0) return
    process.exitCode = 1
    process.stdout.write(`${this.#sightings.join('\n')}\n`)
  }
}
