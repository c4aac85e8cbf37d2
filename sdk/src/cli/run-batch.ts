import { createReadStream, statSync } from 'node:fs'
import { waitWithProgress } from '@wfhost/internal/wait-visibly'
import type { BatchFile } from '../batch-file/open-batch-file.ts'
import { readRecord } from '../batch-file/record-lines.ts'
import { createWorkflowClient, type WorkflowClient } from '../index.ts'
import { BatchCommand, type BatchCommandContext, type BatchFlags, type BatchSettings } from './batch-command.ts'
import { EXIT, UsageError } from './explain-error.ts'
import type { RedactedIo } from './io.ts'
import { openBatchOutput, readFileId } from './open-output.ts'
import { type InputSource, readInputs, resolveInputSource } from './read-inputs.ts'

/** Runs `wfhost batch`: a workflow for each input of a file. Returns the exit code. */
export async function runBatch(flowId: string, flags: BatchFlags, context: BatchCommandContext): Promise<number> {
  const client = createWorkflowClient(context.client)
  const source = resolveInputSource(flags, context.io)
  // Checked first, so that the user need not wait until a large input is read.
  checkOutput(flags, context.io)
  if (flags.dryRun) return showFirstRequest(flowId, { flags, source, client })

  // A mistake in any input is found before a run is sent or a file is written.
  const { io } = context
  const total = source.isFile ? await waitWithProgress(countInputs(source), io, `reading ${source.name}`) : undefined
  if (!flags.json) io.printTitle(`batch ${flowId}, ${describeTotal(total)} from ${source.name}`)
  const settings = { ...context, workflow: flowId, client, flags, source, total }
  if (flags.output !== undefined) return runRecordedBatch(flags.output, settings)

  return new BatchCommand({ ...settings, store: undefined, fileId: undefined }).run()
}

/** Runs a batch whose outcomes are recorded in the output file. It continues the batch that the file already has. */
async function runRecordedBatch(output: string, settings: Omit<BatchSettings, 'store' | 'fileId'>): Promise<number> {
  const { flags, io, source, workflow } = settings
  const store = await openBatchOutput(workflow, output, { retryUnknown: flags.retryUnknown, io })
  try {
    const isContinued = store.recorded.size > 0
    // Another batch can have written to the file since `checkOutput`.
    if (isContinued) requireResume(flags)
    if (isContinued && source.isFile) await waitWithProgress(checkRecordedInputs(source, store), io, `comparing ${source.name}`)

    return await new BatchCommand({ ...settings, store, fileId: readFileId(output) }).run()
  } finally {
    await store.close()
  }
}

/** Checks `--output` and `--resume`. A file that exists is continued only if the user has asked for it. */
function checkOutput(flags: BatchFlags, io: RedactedIo): void {
  const { output, resume, retryUnknown } = flags
  if (retryUnknown && !resume) throw new UsageError('--retry-unknown needs --resume, the batch to continue')
  if (resume && output === undefined) throw new UsageError('--resume needs --output, the file to continue')

  if (output === '-') {
    throw new UsageError('Cannot write to -: it is not a file; without --output, outcomes go to standard output')
  }
  if (isFile(output)) requireResume(flags)
  // A misspelt or removed file would run every input again. The same line must also work for the first batch, so it continues.
  else if (resume) io.err(`wfhost: ${output} does not exist yet: this batch begins it\n`)
}

function isFile(path: string | undefined): boolean {
  return path !== undefined && statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Throws unless the user has asked to continue the batch of an existing file. */
function requireResume({ output, resume }: BatchFlags): void {
  if (!resume) throw new UsageError(`Cannot write to ${output}: it exists; continue it with --resume, or name another file`)
}

function describeTotal(total: number | undefined): string {
  if (total === undefined) return 'inputs'
  return total === 1 ? '1 input' : `${total} inputs`
}

/** Counts the inputs, and throws for the first one that cannot be read. */
async function countInputs(source: InputSource): Promise<number> {
  let count = 0
  for await (const _ of readInputs(source)) count += 1
  return count
}

/** Throws if an input of an earlier batch has changed. Inputs are recorded by position, so another one would be skipped for it. */
async function checkRecordedInputs(source: InputSource, store: BatchFile): Promise<void> {
  let index = 0
  for await (const input of readInputs(source)) {
    store.check({ index, input, key: String(index) })
    index += 1
  }
}

interface DryRun {
  readonly flags: BatchFlags
  readonly source: InputSource
  readonly client: WorkflowClient
}

/** Prints the request of the first input that the batch would send, and sends nothing. */
async function showFirstRequest(flowId: string, { client, flags, source }: DryRun): Promise<number> {
  const { output, timeout } = flags
  const recorded = output !== undefined && isFile(output) ? await readRecord(createReadStream(output), output) : undefined

  let index = 0
  for await (const input of readInputs(source)) {
    // The client of a dry run throws after it has printed the request, which ends the loop.
    if (!recorded?.inputs.has(String(index))) await client.run(flowId, input, { timeout, maxRetries: 0 })
    index += 1
  }
  return EXIT.success
}
