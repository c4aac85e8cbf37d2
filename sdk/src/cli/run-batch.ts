import { type BatchItem, type ClientOptions, createWorkflowClient, runMany, type WorkflowClient } from '../index.ts'
import { type BatchLine, type BatchRecorder, openRecorder } from './batch-record.ts'
import { checkOutput } from './check-output.ts'
import { type CommandLine, callOptionsOf } from './command-line.ts'
import { EXIT } from './exit-code.ts'
import type { Io } from './io.ts'
import { lockOutput } from './lock-output.ts'
import { type BatchPlan, numberInputs, planBatch } from './plan-batch.ts'
import { clearBar, createProgress } from './progress.ts'
import { reportBatch } from './report-batch.ts'
import { errorToJson, messageOf } from './show-error.ts'
import { createTally } from './tally-batch.ts'

/** What a batch is run with. */
export interface BatchCommand {
  readonly line: CommandLine
  readonly io: Io
  readonly client: ClientOptions
}

const LOST = {
  name: 'Interrupted',
  message: 'Cannot tell what became of the run: an earlier batch sent it and ended before the answer came',
  mayHaveRun: true,
}

/** Runs a workflow for each line of a file and records each outcome. */
export async function runBatch({ line, io, client }: BatchCommand): Promise<number> {
  const workflows = createWorkflowClient(client)
  const { output, resume, 'dry-run': dryRun } = line.values
  if (output !== undefined) checkOutput(output)
  // Resuming reads the record, which nobody may be writing then, not even for a dry run.
  const release = output === undefined || (dryRun && !resume) ? undefined : lockOutput(output)
  try {
    const plan = await planBatch(line, io)
    return await (dryRun ? showFirst(plan, { line, workflows }) : perform(plan, { io, workflows }))
  } finally {
    release?.()
  }
}

/** The dry run of a batch: the request of the first input that it would send. */
async function showFirst(
  { earlier: { done }, flowId, source, earlier }: BatchPlan,
  { line, workflows }: { readonly line: CommandLine; readonly workflows: WorkflowClient },
): Promise<number> {
  for await (const { index, input } of numberInputs(source, earlier)) {
    if (!done.has(index)) await workflows.run(flowId, input, callOptionsOf(line))
  }
  return EXIT.success
}

async function perform(plan: BatchPlan, { io, workflows }: { readonly io: Io; readonly workflows: WorkflowClient }) {
  const { earlier, every, flowId, json, limits, output, retryUnknown, source, total } = plan
  const recorder = output === undefined ? printingRecorder(io) : openRecorder(output, plan)
  for (const index of earlier.lost) recorder.settle({ index, outcome: 'unknown', error: LOST })
  const before = new Map([...earlier.outcomes, ...earlier.lost.map((index) => [index, 'unknown'] as const)])
  const skipped = new Set([...before.keys()].filter((index) => !(retryUnknown && before.get(index) === 'unknown')))
  const tally = createTally({ before, skipped: skipped.size, total })
  const show = createProgress({ io, total, before: skipped.size, every })
  const warn = () => io.abandon.aborted || io.err('\nwfhost: waiting for the runs under way; Ctrl-C again gives them up\n')
  io.stop.addEventListener('abort', warn)
  let ending: unknown
  const onOutcome = (item: BatchItem<unknown>) => {
    const { index, input, outcome } = item
    const ended = 'run' in item ? { run: item.run } : { error: errorToJson(item.error, messageOf(item.error, 'batch')) }
    const settled = tally.add({ index, outcome, problem: problemOf(item) })
    recorder.settle({ index, outcome, input, ...ended })
    show(settled)
  }
  const skip = (index: number) => skipped.has(index)
  const options = { ...limits, client: workflows, signal: io.abandon, skip, onStart: recorder.start, onOutcome }
  try {
    for await (const _ of runMany(flowId, inputsOf(plan), options));
  } catch (error) {
    ending = error
  }
  const unrecorded = recorder.close()
  io.stop.removeEventListener('abort', warn)
  return reportBatch(tally, { io, json, source, output, ending, unrecorded })
}

/** Why an input did not succeed. */
function problemOf(item: BatchItem<unknown>): string | undefined {
  if (item.outcome === 'succeeded') return undefined
  return item.outcome === 'failed' ? `${item.run.error.name}: ${item.run.error.value}` : messageOf(item.error, 'batch')
}

async function* inputsOf({ earlier, source }: BatchPlan) {
  for await (const { input } of numberInputs(source, earlier)) yield input
}

/** Without an output file, outcomes are printed, and starts are not recorded. */
function printingRecorder(io: Io): BatchRecorder {
  const settle = (line: BatchLine) => {
    clearBar(io)
    io.out(`${JSON.stringify(line)}\n`)
  }
  return { start: () => {}, settle, close: () => 0 }
}
