/** An argument of a run, as the request has it. */
export interface RunArgument {
  readonly name: string
  readonly value: unknown
}

/** A run before its workflow starts. */
export interface StartedRun {
  readonly id: string
  readonly flowId: string
  readonly args: RunArgument[]
}

/** The outcome of a workflow. It has a result if it succeeded, and an error if it failed. */
export interface RunOutcome {
  readonly status: 'success' | 'failed'
  readonly result?: unknown
  readonly error?: unknown
  readonly stepOutputs: unknown
}

/** A run that was read. Its values are those that the library and the database make of the saved values. */
export interface StoredRun {
  readonly status: string
  readonly args: readonly RunArgument[]
  readonly result?: unknown
  readonly error?: unknown
  readonly stepOutputs?: unknown
}

/** The runs of a server. The workflow gets the arguments that are read, and the response has the outcome that is read. */
export interface RunStore {
  readonly start: (run: StartedRun) => Promise<void>
  readonly end: (id: string, outcome: RunOutcome) => Promise<void>
  readonly read: (id: string) => Promise<StoredRun>
  readonly countSucceeded: (flowId: string) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens a store. `mended` has the names of its defaults that are mended. */
export type OpenStore = (options: { readonly mended: readonly string[] }) => Promise<RunStore>

/** Keeps runs in memory, and changes no value. */
export class MemoryRunStore implements RunStore {
  readonly #runs = new Map<string, StoredRun & StartedRun>()

  async start(run: StartedRun): Promise<void> {
    this.#runs.set(run.id, { ...run, status: 'running' })
  }

  async end(id: string, outcome: RunOutcome): Promise<void> {
    this.#runs.set(id, { ...this.#find(id), ...outcome })
  }

  async read(id: string): Promise<StoredRun> {
    return this.#find(id)
  }

  async countSucceeded(flowId: string): Promise<number> {
    const succeeded = [...this.#runs.values()].filter((run) => run.flowId === flowId && run.status === 'success')
    return succeeded.length
  }

  async close(): Promise<void> {
    this.#runs.clear()
  }

  #find(id: string): StoredRun & StartedRun {
    const run = this.#runs.get(id)
    if (run === undefined) throw new Error(`Cannot find run ${id}: there is none`)
    return run
  }
}
