import { getRegistry } from '../../../../../registry-of-process.ts'

interface Route {
  readonly params: Promise<{ readonly hook: string; readonly toolset: string; readonly version: string }>
}

/** Calls a hook of the suite. */
export async function POST(_request: Request, { params }: Route): Promise<Response> {
  const { hook, toolset, version } = await params
  const { hooks } = getRegistry()

  if (hook === 'publish') await hooks.publishToolset({ toolset, version })
  return Response.json({ credits: await hooks.creditBalance() })
}
