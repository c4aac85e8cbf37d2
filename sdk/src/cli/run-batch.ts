import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { type BatchItem, createWorkflowClient, runMany } from '../index.ts'
import { type CommandLine, numberOf, requireTarget } from './command-line.ts'
import { EXIT, exitCode } from './exit-code.ts'
import type { Io } from './io.ts'
import { createProgress } from './progress.ts'
import { readInputs } from './read-inputs.ts'
import { UsageError } from './usage-error.ts'

/** Runs a workflow for each line of a file and writes what became of each. */
export async function runBatch(line: CommandLine, io: Io): Promise<number> {
  const { input, output, resume } = line.values
  const flowId = requireTarget(line, 'the flowId')
  if (input === undefined || !existsSync(input)) throw new UsageError(`--input takes a file that is there, not '${input ?? ''}'`)
  if (resume && output === undefined) throw new UsageError('--resume needs --output, the file to go on with')
  const done = resume && output !== undefined && existsSync(output) ? await readDone(output) : new Set<number>()
  if (output !== undefined && !resume) writeFileSync(output, '', { flag: 'wx' })
  const write = output === undefined ? io.out : (text: string) => appendFileSync(output, text)

  let total = 0
  for await (const _ of readInputs(input)) total += 1
  const show = createProgress({ io, total, every: numberOf(line, 'progress-every') ?? 100 })
  const outcomes = new Set<BatchItem<object>['outcome']>()
  let settled = done.size
  const batch = runMany(flowId, readInputs(input), {
    client: createWorkflowClient({ fetch: io.fetch }),
    concurrency: numberOf(line, 'concurrency'),
    deadline: numberOf(line, 'deadline'),
    timeout: numberOf(line, 'timeout'),
    maxRuns: numberOf(line, 'max-runs'),
    skip: (index) => done.has(index),
  })
  try {
    for await (const item of batch) {
      const { index, outcome } = item
      const ending =
        'run' in item ? { run: item.run } : { error: { ...item.error, name: item.error.name, message: item.error.message } }
      write(`${JSON.stringify({ index, outcome, ...ending })}\n`)
      outcomes.add(outcome)
      settled += 1
      show(settled)
    }
  } catch (error) {
    io.err(`wfhost: ${error instanceof Error ? error.message : String(error)}\n`)
    return outcomes.has('unknown') ? EXIT.unknown : exitCode(error)
  }
  if (outcomes.has('unknown')) return EXIT.unknown
  if (outcomes.has('refused')) return EXIT.refused
  return outcomes.has('failed') ? EXIT.failedRun : EXIT.success
}

/** The inputs that ran or may have run, by an output file. What was refused may be tried again. */
async function readDone(output: string): Promise<ReadonlySet<number>> {
  const done = new Set<number>()
  for await (const { index, outcome } of readInputs(output)) {
    if (String(outcome) !== 'refused') done.add(Number(index))
  }
  return done
}
