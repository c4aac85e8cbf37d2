import { getRegistry } from '../../../../../registry-of-process.ts'

/** Returns the public manifest. */
export function GET({ headers }: Request): Response {
  const key = /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const { body, status } = getRegistry().readManifest(key)
  return Response.json(body, { status })
}
