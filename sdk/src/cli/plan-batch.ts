import type { BatchOptions } from '../index.ts'
import { type BatchRecord, fingerprint, readRecord } from './batch-record.ts'
import { type CommandLine, durationOf, numberOf, requireTarget } from './command-line.ts'
import { type FoundSource, findSource } from './find-source.ts'
import type { Io } from './io.ts'
import { PROGRESS_EVERY } from './progress.ts'
import { readInputs } from './read-inputs.ts'
import { UsageError } from './usage-error.ts'

/** A batch as it was asked for, and what earlier ones did. */
export interface BatchPlan {
  readonly flowId: string
  readonly source: FoundSource
  readonly output: string | undefined
  readonly resume: boolean
  readonly json: boolean
  readonly retryUnknown: boolean
  /** Runs between two lines of progress where there is no terminal. */
  readonly every: number
  readonly limits: Pick<BatchOptions, 'concurrency' | 'deadline' | 'maxRetries' | 'maxRuns' | 'timeout'>
  readonly earlier: BatchRecord
  /** Undefined if the inputs come from a pipe. */
  readonly total: number | undefined
}

const NOTHING: BatchRecord = { done: new Map(), outcomes: new Map(), lost: [] }

/** Reads the command line, the record of earlier batches and all inputs, to find a mistake before anything is sent. */
export async function planBatch(line: CommandLine, io: Io): Promise<BatchPlan> {
  const { output, resume } = line.values
  const plan = {
    flowId: requireTarget(line, 'a flowId'),
    source: findSource(line, io),
    output,
    resume: resume ?? false,
    json: line.values.json ?? false,
    retryUnknown: line.values['retry-unknown'] ?? false,
    every: numberOf(line, { name: 'progress-every', least: 1 }) ?? PROGRESS_EVERY,
    limits: {
      concurrency: numberOf(line, { name: 'concurrency', least: 1 }),
      maxRuns: numberOf(line, { name: 'max-runs' }),
      deadline: durationOf(line, 'deadline'),
      timeout: durationOf(line, 'timeout'),
      maxRetries: numberOf(line, { name: 'max-retries' }),
    },
  }
  if (plan.retryUnknown && !resume) throw new UsageError('--retry-unknown needs --resume, the batch to go on with', 'batch')
  if (resume && output === undefined) throw new UsageError('--resume needs --output, the file to go on with', 'batch')
  const earlier = resume && output !== undefined ? readRecord(output) : NOTHING
  return { ...plan, earlier, total: plan.source.isFile ? await countInputs(plan.source, earlier) : undefined }
}

/** An input of a batch and its place in the source. */
interface NumberedInput {
  readonly index: number
  readonly input: Record<string, object>
}

/** Numbers the inputs. Those that an earlier batch ran must be unchanged, or others would be skipped for them. */
export async function* numberInputs(source: FoundSource, { done }: BatchRecord): AsyncGenerator<NumberedInput> {
  let index = 0
  for await (const input of readInputs(source)) {
    const before = done.get(index)
    if (before !== undefined && before !== fingerprint(input)) {
      throw new UsageError(
        `input ${index} of ${source.name} is not what it was when it ran: go on with the inputs as they were, or begin with another --output`,
        'batch',
      )
    }
    yield { index, input }
    index += 1
  }
}

async function countInputs(source: FoundSource, earlier: BatchRecord): Promise<number> {
  let count = 0
  for await (const { index } of numberInputs(source, earlier)) count = index + 1
  return count
}
