import { statSync } from 'node:fs'
import { type BatchFile, type BatchFileOptions, openBatchFile } from '../batch-file/open-batch-file.ts'
import { messageOf } from './explain-error.ts'
import type { RedactedIo } from './io.ts'

interface OutputSettings {
  readonly retryUnknown: boolean | undefined
  readonly io: RedactedIo
}

/**
 * Opens the file of `--output`, which records the batch. Waits while another batch writes to the file. A file of another workflow is
 * refused. A file of another service only leads to a warning.
 */
export async function openBatchOutput(flowId: string, output: string, { io, retryUnknown }: OutputSettings): Promise<BatchFile> {
  const baseUrl = io.environment['WFHOST_BASE_URL'] ?? ''
  const options: BatchFileOptions = {
    batch: { flowId, baseUrl },
    onWait: () => io.err(`wfhost: another batch seems to write to ${output}; waiting up to 8 s for it\n`),
    redact: io.redact,
    retryUnknown,
    signal: io.stop,
  }

  try {
    const batchFile = await openBatchFile(output, options)
    warnIfOtherService(batchFile, { output, baseUrl, io })
    return batchFile
  } catch (error) {
    // The user can interrupt the wait for another batch.
    const isInterrupted = error instanceof Error && error.name === 'AbortError'
    throw isInterrupted ? createInterruptedError(output, { io, cause: error }) : error
  }
}

function createInterruptedError(output: string, { cause, io }: { readonly io: RedactedIo; readonly cause: Error }): Error {
  const reason = messageOf(io.stop.reason, 'batch')
  return new Error(`Cannot write to ${output}: ${reason} while another batch had it; nothing was sent`, { cause })
}

interface BatchOutput {
  readonly output: string
  readonly baseUrl: string
  readonly io: RedactedIo
}

function warnIfOtherService(batchFile: BatchFile, { baseUrl, io, output }: BatchOutput): void {
  if (batchFile.baseUrl === undefined || batchFile.baseUrl === baseUrl) return
  io.err(`wfhost: ${output} was opened last for ${batchFile.baseUrl}; recorded inputs are not sent to ${baseUrl}\n`)
}

/** Returns the device and the inode of a file, which a new name does not change. Undefined if the file does not exist. */
export function readFileId(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true })
  return file && `${file.dev}:${file.ino}`
}
