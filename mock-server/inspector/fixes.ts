import type { InspectionOutput } from '../src/host/inspections.ts'
import type { JournalEntry } from '../src/schema/journal.ts'
import { flowIdOf } from './entry-words.ts'

type Overview = InspectionOutput<'overview'>
type Workflow = Overview['workspaces'][number]['workflows'][number]

/** The change that lets a refused request succeed. */
export type Fix =
  | { readonly kind: 'useKey'; readonly keyName: string; readonly of: string }
  | { readonly kind: 'publish'; readonly flowId: string }
  | { readonly kind: 'restore'; readonly flowId: string }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'addCredits'; readonly orgId: string }
  | { readonly kind: 'changeArguments'; readonly flowId: string }

/** Finds the change that the page can make after a refusal. Undefined if the reason is elsewhere, such as in a fault. */
export function findFix(entry: JournalEntry, overview: Overview): Fix | undefined {
  const { faults, forwarded, response } = entry
  if (response === undefined || faults.length > 0 || forwarded !== undefined) return undefined

  const flowId = flowIdOf(entry)
  const workflow = findWorkflow(overview, flowId)
  switch (response.status) {
    case 401:
    case 403:
      return useKey(entry, overview)
    case 402: {
      const orgId = /\[key .* of ([^\]]+)\]/.exec(entry.request.headers['authorization'] ?? '')?.[1]
      return orgId === undefined ? undefined : { kind: 'addCredits', orgId }
    }
    case 404:
      return workflow === undefined ? undefined : makeRunnable(workflow)
    case 429:
      return { kind: 'wait', seconds: Number(response.headers['retry-after'] ?? 0) }
    default:
      return workflow === undefined ? undefined : changeArguments(entry, workflow)
  }
}

function findWorkflow({ workspaces }: Overview, flowId: string | undefined): Workflow | undefined {
  return workspaces.flatMap(({ workflows }) => workflows).find((workflow) => workflow.flowId === flowId)
}

function useKey(entry: JournalEntry, overview: Overview): Fix | undefined {
  const { operation, request } = entry
  if (operation === 'runPublishedWorkflow') {
    const { flowId = '', key } = findWorkflow(overview, flowIdOf(entry)) ?? {}
    return key === undefined ? undefined : { kind: 'useKey', keyName: key, of: flowId }
  }

  // The path of a manifest names its organization. Any organization can execute its own tools.
  const orgId = /^\/v1\/orgs\/([^/]+)\//.exec(request.path)?.[1]
  const organization = overview.organizations.find(({ id }) => orgId === undefined || id === orgId)
  const keyName = organization?.keys[0]?.key
  if (organization === undefined || keyName === undefined || operation === undefined) return undefined
  return { kind: 'useKey', keyName, of: organization.id }
}

function makeRunnable({ flowId, status }: Workflow): Fix | undefined {
  if (status === 'unpublished') return { kind: 'publish', flowId }
  return status === 'archived' ? { kind: 'restore', flowId } : undefined
}

/** A run with wrong arguments, and a run that failed, can be sent again with others. */
function changeArguments({ response }: JournalEntry, { flowId }: Workflow): Fix | undefined {
  const isAboutArguments = response?.status === 400 || response?.status === 200
  return isAboutArguments ? { kind: 'changeArguments', flowId } : undefined
}
