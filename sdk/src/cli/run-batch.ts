import { type BatchOptions, type ClientOptions, createWorkflowClient, runMany, type WorkflowClient } from '../index.ts'
import { type BatchRecorder, openRecorder } from './batch-record.ts'
import { type CommandLine, callOptionsOf } from './command-line.ts'
import { EXIT, exitCode } from './exit-code.ts'
import { remedyOf } from './find-remedy.ts'
import type { Io } from './io.ts'
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
  const plan = await planBatch(line, io)
  return line.values['dry-run'] ? showFirst(plan, { line, workflows }) : perform(plan, { io, workflows })
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
  const { earlier, every, flowId, limits, output, total } = plan
  const recorder = output === undefined ? printingRecorder(io) : openRecorder(output, plan)
  const counts = { succeeded: 0, failed: 0, refused: 0, unknown: earlier.lost.length }
  for (const index of earlier.lost) recorder.settle({ index, outcome: 'unknown', error: LOST })
  const skipped = new Set([...earlier.done.keys(), ...earlier.lost])
  const show = createProgress({ io, total, before: skipped.size, every })
  const warn = () => io.abandon.aborted || io.err('\nwfhost: waiting for the runs under way; Ctrl-C again gives them up\n')
  io.stop.addEventListener('abort', warn)
  let settled = skipped.size
  let ending: unknown
  const options = { ...limits, signal: io.abandon, skip: (index: number) => skipped.has(index) }
  const { client, inputs } = recordStarts(plan, { recorder, workflows })
  try {
    for await (const item of runMany(flowId, inputs, { ...options, client })) {
      const { index, input, outcome } = item
      const ended = 'run' in item ? { run: item.run } : { error: errorToJson(item.error, messageOf(item.error, 'batch')) }
      recorder.settle({ index, outcome, input, ...ended })
      counts[outcome] += 1
      settled += 1
      show(settled)
    }
  } catch (error) {
    ending = error
  }
  recorder.close()
  io.stop.removeEventListener('abort', warn)
  const before = skipped.size > earlier.lost.length ? `, ${skipped.size - earlier.lost.length} before` : ''
  const left = total === undefined ? '' : `, ${total - settled} not started`
  const { succeeded, failed, refused, unknown } = counts
  io.err(
    `${io.terminal ? '\n' : ''}${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run${before}${left}\n`,
  )
  if (ending !== undefined) {
    io.err(`wfhost: ${messageOf(ending, 'batch')}\n`)
    const remedy = remedyOf(ending, 'batch')
    if (remedy !== undefined) io.err(`wfhost: ${remedy}\n`)
  }
  const resumable = refused > 0 || (total !== undefined && settled < total)
  if (resumable && output !== undefined) io.err('wfhost: the same line with --resume goes on with what did not run\n')
  if (unknown > 0) return EXIT.unknown
  if (ending !== undefined) return exitCode(ending)
  if (refused > 0) return EXIT.refused
  return failed > 0 ? EXIT.failedRun : EXIT.success
}

/** Without a file, what became of each input is printed, and nothing is kept. */
function printingRecorder(io: Io): BatchRecorder {
  return { start: () => {}, settle: (line) => io.out(`${JSON.stringify(line)}\n`), close: () => {} }
}

/** A client that tells the recorder of each input before it sends it. */
function recordStarts(
  { earlier, source }: BatchPlan,
  { recorder, workflows }: { readonly recorder: BatchRecorder; readonly workflows: WorkflowClient },
) {
  const indexes = new WeakMap<object, number>()
  async function* inputs() {
    for await (const { index, input } of numberInputs(source, earlier)) {
      indexes.set(input, index)
      yield input
    }
  }
  // biome-ignore lint/complexity/useMaxParams: the form of a client
  const run: BatchOptions['client']['run'] = (flowId: string, input: object = {}, options?: object) => {
    recorder.start(indexes.get(input) ?? 0)
    return workflows.run<never>(flowId, input as Record<string, object>, options)
  }
  return { inputs: inputs(), client: { run } }
}
