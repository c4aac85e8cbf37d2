import { createMockService } from '@wfhost/mock-server'
import { document } from '@wfhost/openapi'
import { checkService } from '../contract-server.ts'
import { createContractWorld } from '../contract-world.ts'
import { flaggedByPrism } from '../figures.ts'
import { createPrismJudge, type JudgedResponse } from '../prism-engine.ts'
import { caseResult, type SelfTest } from '../self-test.ts'

type Fetch = (request: Request) => Promise<Response>

type Exchanged = Pick<Request, 'headers' | 'method' | 'url'> & { readonly response: Response }

/** The exchanges with one server. */
export interface Watched {
  readonly fetch: Fetch
  /** Returns a further label for the case if Prism finds that a response so far does not match the API document. Call it once. */
  readonly flagged: () => Promise<readonly string[]>
}

/**
 * Lets Prism's validating proxy, the usual way to hold a server against a document, judge the exchanges in which this
 * suite judges a server. Its findings are not a verdict on the server or on this suite.
 */
export function openPrism(document?: object): (fetch?: Fetch) => Watched {
  const judge = createPrismJudge(document)
  // Most responses repeat, and the verdict of Prism depends only on the request and the response.
  const judged = new Map<string, Promise<boolean>>()

  async function isFlagged({ headers: sent, method, response, url }: Exchanged): Promise<boolean> {
    const { origin, pathname, search } = new URL(url)
    const { headers, status } = response
    const text = await response.text()
    const lasting = [...headers].filter(([name]) => name !== 'date')
    // Prism ignores the address of a server, and does not know a path with a prefix.
    const path = `${pathname.replace(/^.*?(?=\/(api\/v2|v1)\/)/, '')}${search}`
    const key = JSON.stringify([method, path, status, lasting, text])
    const found =
      judged.get(key) ?? violates(new Request(new URL(path, origin), { headers: sent, method }), { headers, status, text })
    judged.set(key, found)
    return found
  }

  // Invalid requests come from the suite itself, which provokes refusals with them.
  async function violates(request: Request, response: JudgedResponse): Promise<boolean> {
    const violations = await (await judge)(request, response)
    return violations.some(({ direction, severity }) => direction === 'response' && severity === 'error')
  }

  return (fetch = globalThis.fetch) => {
    const exchanges: Exchanged[] = []
    return {
      fetch: async (request) => {
        const { headers, method, url } = request
        const response = await fetch(request)
        exchanges.push({ method, url, headers, response: response.clone() })
        return response
      },
      flagged: async () => {
        const found = await Promise.all(exchanges.map(isFlagged))
        return found.includes(true) ? [flaggedByPrism] : []
      },
    }
  }
}

/**
 * The document for servers that share nothing with ours: the source document shows neither a manifest (MAN-BODY) nor the
 * body of an error (RUN-ERROR-BODY, REG-ERROR-BODY), and they have their own.
 */
export function openDocument(): object {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    name === 'content' && /"[^"]*(Manifest|RegistryError|WorkflowServiceError)"/.test(JSON.stringify(value))
      ? { '*/*': {} }
      : value,
  )
}

/** A server that Prism has to flag, and one that it must not: without both, its figures say nothing. */
export const prism: SelfTest = {
  id: 'prism',
  statement: "Prism's validating proxy flags a list as the body of a run, and nothing of the reference server",
  listCases: () => {
    const watch = openPrism()
    const { fetch, ...service } = createMockService(createContractWorld())
    const lists = async () => Response.json([])
    const only = ['run-ok', 'man-endpoint']
    const underPath = { only, baseUrl: 'http://workflows.test/of/acme' }
    return [
      { what: 'the reference server', watched: watch(fetch), options: {}, expected: 0 },
      { what: 'a list', watched: watch(lists), options: { only }, expected: 1 },
      { what: 'a list, under a path', watched: openPrism(openDocument())(lists), options: underPath, expected: 1 },
    ].map(({ expected, options, watched, what }) => ({
      name: what,
      run: async () => {
        await checkService({ ...service, fetch: watched.fetch }, options)
        const flagged = await watched.flagged()
        return caseResult('as it must', flagged.length === expected ? [] : [`Prism flags ${flagged.length} of it`])
      },
    }))
  },
}
