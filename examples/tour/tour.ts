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
  /** A client whose every call uses one key, whatever the workflow. */
  readonly clientWithKey: (apiKey: string) => WorkflowClient
  readonly registry: RegistryClient
  readonly registryWithKey: (apiKey: string) => RegistryClient
}

export interface Step {
  readonly title: string
  readonly requirement: string
  /** Resolves to what the step shows; throws when the server or the client does not do what is documented. */
  readonly run: (tour: Tour) => Promise<string>
}

/** Takes the steps in order, prints what each shows, and returns how many were not as documented. */
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

/** One line a request; a row of equal ones is one line with its count. */
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
