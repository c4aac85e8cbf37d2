import { createManualClock, createMockService, createSampleWorld, type MockService } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import type { SetupWorker } from 'msw/browser'
import type { ParityCase } from '../../../mock-server/test/parity/parity-case.ts'
import { parityCases } from '../../../mock-server/test/parity/parity-cases.ts'

const origin = 'https://parity.example'

/** How many cases were sent, and which of them got another answer or journal by the service worker than in process. */
export interface Comparison {
  readonly compared: number
  readonly different: readonly string[]
}

/** Sends every case of parity to a service in process and to its like behind the service worker. */
export async function compareAdapters(worker: SetupWorker): Promise<Comparison> {
  const fresh = (): MockService => createMockService(createSampleWorld(), { clock: createManualClock(), baseUrl: origin })
  const [core, behindWorker] = [fresh(), fresh()]
  worker.use(createMswHandler(behindWorker, { baseUrl: origin }))
  const different: string[] = []
  let compared = 0
  for (const given of parityCases) {
    const inProcess = await seen(core, { given, send: core.fetch })
    const byWorker = await seen(behindWorker, { given, send: fetch })
    compared += 1
    if (inProcess !== byWorker) different.push(`${given.name}: ${inProcess} and ${byWorker}`)
  }
  worker.resetHandlers()
  return { compared, different }
}

/** The answer and what the journal has of it, in one text. */
async function seen(
  service: MockService,
  { given, send }: { readonly given: ParityCase; readonly send: (request: Request) => Promise<Response> },
): Promise<string> {
  const { before, body, headers, method, path } = given
  before?.(service)
  const response = await send(new Request(origin + path, { method, headers, ...(body === undefined ? {} : { body }) }))
  const answer = [response.status, [...response.headers].toSorted(), await response.text()]
  const text = JSON.stringify([answer, service.journal()])
  service.clearJournal()
  return text
}
