import { getEngine } from '../../../../../../../engine-of-process.ts'

interface Route {
  readonly params: Promise<{ readonly flowId: string }>
}

/** Runs a workflow. */
export async function POST(request: Request, { params }: Route): Promise<Response> {
  const { flowId } = await params
  const key = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const { body, status } = await getEngine().run({ flowId, key, body: await readBody(request) })
  return Response.json(body, { status })
}

/** Reads a JSON body. A body that is not JSON throws a SyntaxError, for which Next.js responds with 500. */
async function readBody(request: Request): Promise<unknown> {
  const mended = process.env['MENDED'] ?? ''
  if (!mended.includes('body')) return request.json()
  return request.json().catch(() => undefined)
}
