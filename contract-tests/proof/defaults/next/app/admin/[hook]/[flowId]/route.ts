import { getEngine } from '../../../../engine-of-process.ts'

interface Route {
  readonly params: Promise<{ readonly hook: string; readonly flowId: string }>
}

/** Calls a hook of the suite. */
export async function POST(_request: Request, { params }: Route): Promise<Response> {
  const { flowId, hook } = await params
  return Response.json(await callHook(hook, flowId))
}

async function callHook(hook: string, flowId: string): Promise<object> {
  const { hooks } = getEngine()
  switch (hook) {
    case 'publish':
      return { key: await hooks.publishWorkflow(flowId) }
    case 'unpublish':
      await hooks.unpublishWorkflow(flowId)
      return {}
    case 'regenerate':
      return { key: await hooks.regenerateKey(flowId) }
    case 'ended':
      return { ended: await hooks.endedRuns(flowId) }
    default:
      throw new Error(`Cannot call a hook: there is no ${hook}`)
  }
}
