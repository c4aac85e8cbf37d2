import { type Definition, type Outcome, perform } from './engine.ts'
import type { Store, WorkflowRow } from './store.ts'

interface RunRow {
  readonly args: string
  readonly definition: string
}

/** Runs workflows immediately, or as jobs of a table that some workers empty. */
export class Runner {
  readonly #store: Store
  readonly #workers: number
  #busy = 0
  #isClosed = false

  constructor(store: Store, workers: number) {
    this.#store = store
    this.#workers = workers
    // After a crash, the background runs start again. The clients of the other runs no longer wait.
    store.write('UPDATE jobs SET claimed = 0')
    store.write("UPDATE runs SET status = 'failed' WHERE status IS NULL AND id NOT IN (SELECT run FROM jobs)")
  }

  /** Records a run of the published version. In mode async, it also records the job of the run. */
  open(workflow: WorkflowRow, on: { readonly mode: string; readonly values: unknown }): number {
    return this.#store.transaction(() => {
      const { id } = this.#store.write(
        'INSERT INTO runs (workflow, version, mode, args) VALUES (?, ?, ?, ?)',
        ...[workflow.id, workflow.published, on.mode, JSON.stringify(on.values)],
      )
      if (on.mode === 'async') this.#store.write('INSERT INTO jobs (run) VALUES (?)', id)
      return id
    })
  }

  /** Runs a run that is on record to its end. */
  async execute(run: number): Promise<Outcome> {
    const { args, definition } = this.#store.one<RunRow>(
      `SELECT runs.args, v.definition FROM runs
       JOIN workflow_versions v ON v.workflow = runs.workflow AND v.version = runs.version WHERE runs.id = ?`,
      run,
    )
    const outcome = await perform(JSON.parse(definition) as Definition, { args: JSON.parse(args), env: {} })
    if (!this.#isClosed) this.#keep(run, outcome)
    return outcome
  }

  #keep(run: number, outcome: Outcome): void {
    this.#store.transaction(() => {
      this.#store.write('UPDATE runs SET status = ?, outcome = ? WHERE id = ?', outcome.status, JSON.stringify(outcome), run)
      this.#store.write('DELETE FROM jobs WHERE run = ?', run)
    })
  }

  /** Starts waiting jobs while a worker is free. */
  kick(): void {
    while (!this.#isClosed && this.#busy < this.#workers) {
      const job = this.#store.find<{ readonly run: number }>(
        'UPDATE jobs SET claimed = 1 WHERE run = (SELECT min(run) FROM jobs WHERE claimed = 0) RETURNING run',
      )
      if (job === undefined) return
      this.#busy += 1
      void this.execute(job.run).finally(() => {
        this.#busy -= 1
        this.kick()
      })
    }
  }

  close(): void {
    this.#isClosed = true
  }
}
