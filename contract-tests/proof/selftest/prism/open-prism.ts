import type { Violation } from '@wfhost/mock-server/prism'
import { importOptional } from '../missing-package.ts'

type Fetch = (request: Request) => Promise<Response>

/** Puts Prism's validating proxy in front of a server. */
interface PrismWatch {
  /** Lets exchanges with a server pass through Prism, and returns how many answers it found to be against the document. */
  readonly watch: (server: Fetch, exchange: (fetch: Fetch) => Promise<unknown>) => Promise<number>
}

/**
 * Opens Prism's validating proxy. It reads the document anew for each server that is watched at the same time.
 *
 * @throws {MissingPackage} when Prism is not installed.
 */
export async function openPrism(): Promise<PrismWatch> {
  const packages = ['@stoplight/prism-core', '@stoplight/prism-http']
  await importOptional(packages, () => Promise.all([import('@stoplight/prism-core'), import('@stoplight/prism-http')]))
  const free: PrismWatch['watch'][] = []
  return {
    watch: async (server, exchange) => {
      const watch = free.pop() ?? (await openLane())
      const flagged = await watch(server, exchange)
      free.push(watch)
      return flagged
    },
  }
}

/** A proxy that stands in front of one server at a time. */
async function openLane(): Promise<PrismWatch['watch']> {
  const { createPrismProxy } = await import('@wfhost/mock-server/prism')
  let current: Fetch = () => Promise.reject(new Error('Cannot forward: there is no server yet'))
  let flagged = 0
  const proxy = await createPrismProxy({
    upstream: 'http://workflows.test',
    fetch: (request) => current(request),
    onViolation: (violation) => {
      if (isAgainstServer(violation)) flagged += 1
    },
  })
  return async (server, exchange) => {
    current = server
    flagged = 0
    await exchange(proxy.fetch)
    return flagged
  }
}

/** What is wrong with a request is the suite's own doing: it asks for refusals. */
function isAgainstServer({ direction, severity }: Violation): boolean {
  return direction === 'response' && severity === 'error'
}
