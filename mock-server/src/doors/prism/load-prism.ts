import { document as ownDocument } from '@wfhost/openapi'

type PrismHttp = typeof import('@stoplight/prism-http')

/** Prism's engine with the operations of a document. */
export interface Prism {
  readonly createInstance: PrismHttp['createInstance']
  readonly toProblem: PrismHttp['ProblemJsonError']['toProblemJson']
  readonly operations: Awaited<ReturnType<PrismHttp['getHttpOperationsFromSpec']>>
  readonly logger: Parameters<PrismHttp['createInstance']>[1]['logger']
}

/** Loads the optional peers and reads the document with them; ours when none is given. */
export async function loadPrism(document: object = ownDocument): Promise<Prism> {
  const [http, core] = await Promise.all([import('@stoplight/prism-http'), import('@stoplight/prism-core')]).catch(
    (cause: unknown) => {
      const names = '@stoplight/prism-http and @stoplight/prism-core'
      throw new Error(`Cannot use Prism: ${names} must be installed, in version 5.16.0`, { cause })
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
