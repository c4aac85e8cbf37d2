import { readFile } from 'node:fs/promises'
import { toPrintable, toPrintableLine } from '@wfhost/wire/printable'
import { createGuard, type Guard, type GuardOptions, writeViolation } from '../guard/create-guard.ts'
import { leftOutOf, readArchive, tellLeftOut } from '../guard/read-archive.ts'
import { createRecording } from '../guard/record.ts'
import { replayArchive } from '../guard/replay.ts'
import { guardDocument } from '../host/control-document.ts'
import { findAccessProblem } from '../host/find-access-problem.ts'
import type { GuardedExchange } from '../schema/guarded-exchange.ts'
import type { Control, Engine } from './engine.ts'
import { openReference, type ReferenceOptions } from './open-reference.ts'

/** Opens a guard in front of the reference server, whose control surface is not guarded. */
export async function openGuardedReference(options: ReferenceOptions): Promise<Engine> {
  const reference = await openReference(options)
  const { fetch } = reference.target
  const guard = openGuard({ fetch, toDocumentPath: (path) => path.replace(/^\/worlds\/[^/]+(?=\/)/, '') })
  return {
    ...reference,
    target: guarded(guard, { control: options.control, other: fetch }),
    describe: (url) => `${reference.describe(url)}\n${describeGuard(url)}`,
  }
}

export function openGuardOf(
  upstream: string,
  { control, out }: { readonly control: Control; readonly out: string | undefined },
): Engine {
  const recording = out === undefined ? undefined : createRecording(out, upstream)
  let differing = 0
  function onExchange(exchange: GuardedExchange): void {
    recording?.add(exchange)
    if (exchange.violations.length > 0) differing += 1
  }
  return {
    target: guarded(openGuard({ upstream, onExchange }), {
      control,
      other: control === false ? closed : answerDocument(control),
    }),
    ready: async () => {},
    describe: (url) =>
      [
        `Workflow service  ${url}`,
        `Tool registry     ${url}`,
        '',
        `Everything passes to ${upstream}${out === undefined ? '' : `, and is recorded in ${out}`}.`,
        describeGuard(url),
      ].join('\n'),
    stop: () => {},
    close: async () => {
      recording?.close()
      if (recording !== undefined)
        console.error(`Recorded ${recording.count} exchanges in ${out}, of which ${differing} differ from the document`)
    },
  }
}

/** Opens a recording in place of the server that was recorded. */
export async function openReplay(file: string): Promise<Engine> {
  const archive = readArchive(await readFile(file, 'utf8'))
  const replay = replayArchive(archive)
  const left = tellLeftOut(leftOutOf(archive))
  if (left.length > 0) console.error(toPrintable([`Of ${file} are left out`, ...left].join('\n')))
  return {
    target: async (request) => (new URL(request.url).pathname.startsWith('/__mock/') ? closed() : replay(request)),
    ready: async () => {},
    describe: (url) => `Workflow service  ${url}\nTool registry     ${url}\n\nAnswers come from ${file}; any key will do.\n`,
    stop: () => {},
    close: async () => {},
  }
}

function openGuard(options: GuardOptions): Guard {
  return createGuard({ ...options, onViolation: (violation) => console.error(toPrintableLine(writeViolation(violation))) })
}
function describeGuard(url: string): string {
  return [
    'Every exchange is compared with the document.',
    '',
    'Try',
    `  curl -s '${url}/__mock/guard/journal?violations=only'`,
    `  curl -s -X DELETE ${url}/__mock/guard/journal`,
    '',
  ].join('\n')
}

/** Under `/__mock/` is the journal of the guard; everything else there is answered by another function. */
function guarded(
  guard: Guard,
  { control, other }: { readonly control: Control; readonly other: (request: Request) => Promise<Response> },
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url)
    if (!pathname.startsWith('/__mock/')) return guard.fetch(request)
    if (pathname !== '/__mock/guard/journal' || control === false) return other(request)
    const why = findAccessProblem({ token: control?.token }, { header: headerOf(request), origin })
    if (why !== undefined) return message(403, why)
    if (request.method === 'DELETE') {
      guard.clearJournal()
      return new Response(null, { status: 204 })
    }
    if (request.method !== 'GET') return message(405, 'The journal is read with GET and cleared with DELETE')
    const only = searchParams.get('violations')
    if (only !== null && only !== 'only')
      return message(400, `Cannot read the journal: expected violations=only, found "${only}"`)
    return Response.json({ exchanges: guard.journal().filter(({ violations }) => only === null || violations.length > 0) })
  }
}

/** Answers the other paths of the control surface if the server is another one. */
function answerDocument(control: Exclude<Control, false>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { origin, pathname } = new URL(request.url)
    const why = findAccessProblem({ token: control?.token }, { header: headerOf(request), origin })
    if (why !== undefined) return message(403, why)
    return pathname === '/__mock/openapi.json' && request.method === 'GET'
      ? Response.json(guardDocument())
      : message(404, 'Nothing is here; see /__mock/openapi.json')
  }
}

function headerOf({ headers }: Request): (name: string) => string | undefined {
  return (name) => headers.get(name) ?? undefined
}

async function closed(): Promise<Response> {
  return message(404, 'Nothing is here')
}

function message(status: number, text: string): Response {
  return Response.json({ message: text }, { status })
}
