import { document as ownDocument } from '@wfhost/openapi'

type PrismHttp = typeof import('@stoplight/prism-http')

/** Prism's engine with the operations of a document. */
export interface Prism {
  readonly createInstance: PrismHttp['createInstance']
  readonly toProblem: PrismHttp['ProblemJsonError']['toProblemJson']
  readonly operations: Awaited<ReturnType<PrismHttp['getHttpOperationsFromSpec']>>
  readonly logger: Parameters<PrismHttp['createInstance']>[1]['logger']
}

/** Loads the optional peers and reads the document with them, by default that of this project. */
export async function loadPrism(document: object = ownDocument): Promise<Prism> {
  const [http, core] = await Promise.all([import('@stoplight/prism-http'), import('@stoplight/prism-core')]).catch(
    (cause: unknown) => {
      throw new Error(`Cannot use Prism: ${whyNot(cause)}`, { cause })
    },
  )
  // Prism dereferences the document in place.
  const operations = await http.getHttpOperationsFromSpec(structuredClone(document))
  return {
    operations,
    createInstance: http.createInstance,
    toProblem: (error) => http.ProblemJsonError.toProblemJson(error),
    logger: core.createLogger('prism', { level: 'silent' }),
  }
}

function whyNot(cause: unknown): string {
  const missing = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(Object(cause).code)
  if (missing) return 'run npm install --save-dev @stoplight/prism-http@5.16.0 @stoplight/prism-core@5.16.0'
  return `it does not load here, and asks for Node 24.18 or later: ${cause instanceof Error ? cause.message : String(cause)}`
}
