import { getRegistry } from '../../../../../../registry-of-process.ts'

interface Route {
  readonly params: Promise<{ readonly orgId: string }>
}

/** Returns the manifest of an organization. */
export async function GET({ headers }: Request, { params }: Route): Promise<Response> {
  const { orgId } = await params
  const key = /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  const cookie = headers.get('cookie') ?? undefined
  const { body, status } = getRegistry().readOrganizationManifest(orgId, { key, cookie })
  return Response.json(body, { status })
}
