import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { AnswerWeb } from '../core/requests/web-fetch.ts'
import { createGuard, type Guard, type GuardOptions, writeViolation } from '../guard/create-guard.ts'
import { leftOutOf, readArchive, tellLeftOut } from '../guard/read-archive.ts'
import { createRecording } from '../guard/record.ts'
import { replayArchive } from '../guard/replay.ts'
import type { GuardedExchange } from '../schema/guarded-exchange.ts'
import { type Engine, openReference, type ReferenceOptions } from './open-reference.ts'
import { readTextFile } from './read-text-file.ts'

/** Opens a guard in front of the reference server, whose control surface is not guarded. */
export async function openGuardedReference(options: ReferenceOptions): Promise<Engine> {
  const reference = await openReference(options)
  const { fetch } = reference.target
  const guard = openGuard({ fetch, toDocumentPath: (path) => path.replace(/^\/worlds\/[^/]+(?=\/)/, '') })
  return {
    ...reference,
    target: apart(guard.fetch, fetch),
    describe: (url) => `${reference.describe(url)}\n${compared}`,
  }
}

export function openGuardOf(upstream: string, out: string | undefined): Engine {
  const recording = out === undefined ? undefined : createRecording(out, upstream)
  let differing = 0
  let missing = 0
  function onExchange(exchange: GuardedExchange): void {
    try {
      recording?.add(exchange)
    } catch (error) {
      // What passes has to pass, recorded or not.
      missing += 1
      if (missing === 1) console.error(toPrintableLine(`wfhost-mock: ${Object(error).message}`))
    }
    if (exchange.violations.length > 0) differing += 1
  }
  return {
    target: apart(openGuard({ upstream, onExchange }).fetch, nothing),
    ready: async () => {},
    describe: (url) =>
      [
        `Workflow service  ${url}`,
        `Tool registry     ${url}`,
        '',
        `Everything passes to ${upstream}${out === undefined ? '' : `, and is recorded in ${out}`}.`,
        compared,
      ].join('\n'),
    stop: () => {},
    close: async () => {
      recording?.close()
      if (recording !== undefined)
        console.error(`Recorded ${recording.count} exchanges in ${out}, of which ${differing} differ from the document`)
      if (missing > 0) throw new Error(`The recording is not whole: ${missing} more could not be written`)
    },
  }
}

/** Opens a recording in place of the server that was recorded. */
export async function openReplay(file: string): Promise<Engine> {
  const archive = readArchive(await readTextFile(file))
  const replay = replayArchive(archive)
  const left = tellLeftOut(leftOutOf(archive))
  if (left.length > 0) console.error(toPrintable([`Of ${file} are left out`, ...left].join('\n')))
  return {
    target: apart(replay, nothing),
    ready: async () => {},
    describe: (url) => `Workflow service  ${url}\nTool registry     ${url}\n\nAnswers come from ${file}; any key will do.\n`,
    stop: () => {},
    close: async () => {},
  }
}

function openGuard(options: GuardOptions): Guard {
  return createGuard({ ...options, onViolation: (violation) => console.error(toPrintableLine(writeViolation(violation))) })
}

const compared = 'Every exchange is compared with the document.\n'

/** What is asked for under `/__mock/` is no exchange of the API. */
function apart(api: AnswerWeb, control: AnswerWeb): AnswerWeb {
  return (request) => (new URL(request.url).pathname.startsWith('/__mock/') ? control(request) : api(request))
}

async function nothing(): Promise<Response> {
  return Response.json(
    { message: 'There is no control surface: a replay, and a guard of another server, have none' },
    { status: 404 },
  )
}
