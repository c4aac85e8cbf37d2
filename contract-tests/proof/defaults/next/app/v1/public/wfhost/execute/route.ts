import { getRegistry } from '../../../../../registry-of-process.ts'

/** Executes a tool. A body that is not JSON throws a SyntaxError, for which Next.js responds with 500. */
export async function POST(request: Request): Promise<Response> {
  const key = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const { body, status } = getRegistry().execute(key, await request.json())
  return Response.json(body, { status })
}
