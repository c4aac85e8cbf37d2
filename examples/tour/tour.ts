import type { MockService } from '@wfhost/mock-server'
import type { RegistryClient, WorkflowClient } from '@wfhost/sdk'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly status: number
}

export interface Tour {
  readonly service: MockService
  readonly url: string
  readonly client: WorkflowClient
  /** A client whose calls all use one key, for any workflow. */
  readonly clientWithKey: (apiKey: string) => WorkflowClient
  readonly registry: RegistryClient
  readonly registryWithKey: (apiKey: string) => RegistryClient
}

export interface Step {
  readonly title: string
  readonly requirement: string
  /** Resolves with the output of the step. Throws if the server or the client deviates from the documentation. */
  readonly run: (tour: Tour) => Promise<string>
}

/** Runs the steps in order, prints their output, and returns how many were not as documented. */
export async function takeTour(
  steps: readonly Step[],
  on: { readonly tour: Tour; readonly seen: Seen[]; readonly print: (line: string) => void },
): Promise<number> {
  let failures = 0
  for (const [index, step] of steps.entries()) {
    const shown = await step.run(on.tour).then(
      (text) => ({ mark: 'ok', text }),
      (error: unknown) => ({ mark: 'NOT AS DOCUMENTED', text: error instanceof Error ? error.message : String(error) }),
    )
    if (shown.mark !== 'ok') failures += 1
    on.print(`${String(index + 1).padStart(2)}  ${step.title}  [${step.requirement}]`)
    for (const line of requestLines(on.seen.splice(0))) on.print(`      ${line}`)
    on.print(`      ${shown.mark}: ${shown.text}`)
  }
  return failures
}

/** One line for each request. Equal lines in a row become one line with their number. */
function requestLines(seen: readonly Seen[]): string[] {
  const rows: { line: string; count: number }[] = []
  for (const { method, path, status } of seen) {
    const line = `${method.padEnd(4)} ${path}  ${status}`
    const last = rows.at(-1)
    if (last?.line === line) last.count += 1
    else rows.push({ line, count: 1 })
  }
  return rows.map(({ count, line }) => (count === 1 ? line : `${line}  (${count} times)`))
}
