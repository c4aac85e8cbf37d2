import { type BatchItem, type ClientOptions, createWorkflowClient, runMany, type WorkflowClient } from '../index.ts'
import { type BatchRecorder, openRecorder } from './batch-record.ts'
import { type CommandLine, callOptionsOf } from './command-line.ts'
import { EXIT, exitCode } from './exit-code.ts'
import { remedyOf } from './find-remedy.ts'
import type { Io } from './io.ts'
import { lockOutput } from './lock-output.ts'
import { type BatchPlan, numberInputs, planBatch } from './plan-batch.ts'
import { createProgress } from './progress.ts'
import { errorToJson, messageOf } from './show-error.ts'

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

/** Runs a workflow for each line of a file and writes what became of each. */
export async function runBatch({ line, io, client }: BatchCommand): Promise<number> {
  const workflows = createWorkflowClient(client)
  const { output, resume, 'dry-run': dryRun } = line.values
  // To resume is to read what was written, which has to be at rest also for a dry run.
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
  const { earlier, every, flowId, limits, output, retryUnknown, total } = plan
  const recorder = output === undefined ? printingRecorder(io) : openRecorder(output, plan)
  for (const index of earlier.lost) recorder.settle({ index, outcome: 'unknown', error: LOST })
  const before = new Map([...earlier.outcomes, ...earlier.lost.map((index) => [index, 'unknown'] as const)])
  const skipped = new Set([...before.keys()].filter((index) => !(retryUnknown && before.get(index) === 'unknown')))
  const show = createProgress({ io, total, before: skipped.size, every })
  const warn = () => io.abandon.aborted || io.err('\nwfhost: waiting for the runs under way; Ctrl-C again gives them up\n')
  io.stop.addEventListener('abort', warn)
  const counts = { succeeded: 0, failed: 0, refused: 0, unknown: 0 }
  let settled = skipped.size
  let ending: unknown
  const onOutcome = (item: BatchItem<unknown>) => {
    const { index, input, outcome } = item
    const ended = 'run' in item ? { run: item.run } : { error: errorToJson(item.error, messageOf(item.error, 'batch')) }
    recorder.settle({ index, outcome, input, ...ended })
    if (outcome !== 'refused') before.delete(index)
    counts[outcome] += 1
    settled += 1
    show(settled)
  }
  const skip = (index: number) => skipped.has(index)
  const options = { ...limits, client: workflows, signal: io.abandon, skip, onStart: recorder.start, onOutcome }
  try {
    for await (const _ of runMany(flowId, inputsOf(plan), options));
  } catch (error) {
    ending = error
  }
  recorder.close()
  io.stop.removeEventListener('abort', warn)
  const earlierOutcomes = [...before.values()]
  const unknownBefore = earlierOutcomes.filter((outcome) => outcome === 'unknown').length
  const failedBefore = earlierOutcomes.filter((outcome) => outcome === 'failed').length
  const { succeeded, failed, refused, unknown } = counts
  const words = [
    `${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(before.size > 0 ? [`${before.size} before (${failedBefore} failed, ${unknownBefore} may have run)`] : []),
    ...(total === undefined ? [] : [`${total - settled} not started`]),
  ]
  io.err(`${io.terminal ? '\n' : ''}${words.join(', ')}\n`)
  if (ending !== undefined) {
    io.err(`wfhost: ${messageOf(ending, 'batch')}\n`)
    const remedy = remedyOf(ending, 'batch')
    if (remedy !== undefined) io.err(`wfhost: ${remedy}\n`)
  }
  const resumable = refused > 0 || (total !== undefined && settled < total)
  if (resumable && output !== undefined) {
    io.err('wfhost: the same line with --resume goes on with what did not run, and tries again what was refused\n')
  }
  if (unknown + unknownBefore > 0) {
    if (output !== undefined) io.err('wfhost: --resume leaves out what may have run; --retry-unknown sends it again\n')
    return EXIT.unknown
  }
  if (ending !== undefined) return exitCode(ending)
  if (refused > 0) return EXIT.refused
  return failed + failedBefore > 0 ? EXIT.failedRun : EXIT.success
}

async function* inputsOf({ earlier, source }: BatchPlan) {
  for await (const { input } of numberInputs(source, earlier)) yield input
}

/** Without a file, what became of each input is printed, and nothing is kept. */
function printingRecorder(io: Io): BatchRecorder {
  return { start: () => {}, settle: (line) => io.out(`${JSON.stringify(line)}\n`), close: () => {} }
}
