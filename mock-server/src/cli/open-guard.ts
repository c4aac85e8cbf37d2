import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { WebHandler } from '../core/requests/web-fetch.ts'
import { createGuard, type Guard, type GuardOptions, writeViolation } from '../guard/create-guard.ts'
import { type Archive, describeSkippedEntries, listSkippedEntries, readArchive } from '../guard/read-archive.ts'
import { createRecording, type Recording } from '../guard/record.ts'
import { replayArchive } from '../guard/replay.ts'
import type { GuardedExchange } from '../schema/guarded-exchange.ts'
import { CommandLineError } from './exit-codes.ts'
import { type Backend, openReferenceBackend, type ReferenceBackendOptions } from './open-reference.ts'
import { readTextFile } from './read-text-file.ts'

/**
 * Opens a guard in front of the reference server: it compares each exchange with the API document. The control surface of the
 * server is not guarded.
 */
export async function openGuardedReferenceBackend(options: ReferenceBackendOptions): Promise<Backend> {
  const reference = await openReferenceBackend(options)
  const { fetch } = reference.target
  const guard = openGuard({ fetch, toDocumentPath: (path) => path.replace(/^\/worlds\/[^/]+(?=\/)/, '') })
  return {
    ...reference,
    target: separateControl(guard.fetch, fetch),
    describe: (url, paint) => `${reference.describe(url, paint)}\n\n${comparedNote}`,
  }
}

/** Opens a guard in front of another server. If a file is given, it records the exchanges in that file. */
export function openUpstreamGuard(upstream: string, file: string | undefined): Backend {
  const recorder = file === undefined ? undefined : new Recorder(file, upstream)
  const guard = openGuard({ upstream, onExchange: (exchange) => recorder?.add(exchange) })
  const recordedNote = file === undefined ? '' : `, and is recorded in ${file}`
  return {
    target: separateControl(guard.fetch, respondWithoutControl),
    ready: async () => {},
    describe: () => toPrintable(`Everything passes to ${upstream}${recordedNote}.\n${comparedNote}`),
    stop: () => {},
    close: async () => recorder?.close(),
  }
}

/** Records exchanges, and counts those that differ from the API document or cannot be written. */
class Recorder {
  readonly #file: string
  readonly #recording: Recording
  #differing = 0
  #unwritten = 0

  constructor(file: string, upstream: string) {
    this.#file = file
    this.#recording = openRecording(file, upstream)
  }

  /** Adds an exchange. A failure must not stop the exchange, so it is reported once, and counted. */
  add(exchange: GuardedExchange): void {
    if (exchange.violations.length > 0) this.#differing += 1
    try {
      this.#recording.add(exchange)
    } catch (error) {
      this.#unwritten += 1
      if (this.#unwritten === 1) console.error(toPrintableLine(`wfhost-mock: ${Object(error).message}`))
    }
  }

  /** @throws {Error} if an exchange could not be written. */
  close(): void {
    this.#recording.close()
    const { count } = this.#recording
    console.error(`Recorded ${count} exchanges in ${this.#file}, of which ${this.#differing} differ from the document`)
    if (this.#unwritten > 0) throw new Error(`The recording is not whole: ${this.#unwritten} more could not be written`)
  }
}

/**
 * Creates the file of a recording.
 *
 * @throws {CommandLineError} if the file exists, or cannot be written.
 */
function openRecording(file: string, upstream: string): Recording {
  try {
    return createRecording(file, upstream)
  } catch (error) {
    throw toCommandLineError(error)
  }
}

/**
 * Opens a server that responds from a recording.
 *
 * @throws {CommandLineError} if the file cannot be read, or is not a recording.
 */
export async function openReplay(file: string): Promise<Backend> {
  const archive = readRecording(await readTextFile(file))
  if (archive.exchanges.length === 0 && archive.invalid.length === 0) {
    throw new CommandLineError(`Cannot replay ${file}: it has no entries; record some with wfhost-mock record`)
  }
  const skipped = describeSkippedEntries(listSkippedEntries(archive))
  if (skipped.length > 0) console.error(toPrintable([`Entries of ${file} that are left out:`, ...skipped].join('\n')))
  return {
    target: separateControl(replayArchive(archive), respondWithoutControl),
    ready: async () => {},
    describe: () => toPrintable(`Responses come from ${file}; any key is accepted.`),
    stop: () => {},
    close: async () => {},
  }
}

function readRecording(text: string): Archive {
  try {
    return readArchive(text)
  } catch (error) {
    throw toCommandLineError(error)
  }
}

/** Converts an error about a file that the command line names, so that the command exits with 2. */
function toCommandLineError(error: unknown): CommandLineError {
  return new CommandLineError(error instanceof Error ? error.message : String(error), { cause: error })
}

function openGuard(options: GuardOptions): Guard {
  return createGuard({ ...options, onViolation: (violation) => console.error(toPrintableLine(writeViolation(violation))) })
}

const comparedNote = 'Every exchange is compared with the document.'

/** Sends requests below `/__mock/` to the control surface, because they do not belong to the API. */
function separateControl(api: WebHandler, control: WebHandler): WebHandler {
  return (request) => {
    const { pathname } = new URL(request.url)
    return pathname.startsWith('/__mock/') ? control(request) : api(request)
  }
}

async function respondWithoutControl(): Promise<Response> {
  const message = 'There is no control surface: a replay, and a guard of another server, have none'
  return Response.json({ message }, { status: 404 })
}
