import type { Assumptions } from '../../schema/assumptions.ts'
import type { JournalEntry } from '../../schema/journal.ts'
import { readJson } from '../json.ts'
import { findBodyProblem } from '../requests/read-body.ts'
import { bodyCheck, type Check, keyCheck, limitCheck, stopAt, type TrailStep } from './trail-step.ts'

const argumentCheck: Check = { label: 'Arguments fit', status: 400 }
const publicationCheck: Check = { label: 'Tool sets published', status: 400 }

type ExecutionChoices = Pick<Assumptions, 'checkOrder' | 'emptyBalanceStatus' | 'unknownToolStatus'>

/** Lists the checks of an execution in the order in which the server makes them. */
export function listExecutionChecks(assumptions: ExecutionChoices): readonly Check[] {
  const { checkOrder, emptyBalanceStatus, unknownToolStatus } = assumptions
  const toolCheck: Check = { label: 'Tool found', status: unknownToolStatus }
  const creditCheck: Check = { label: 'Credits left', status: emptyBalanceStatus }

  if (checkOrder === 'limit-last') return [keyCheck, bodyCheck, toolCheck, argumentCheck, limitCheck, creditCheck]
  return [keyCheck, limitCheck, bodyCheck, toolCheck, argumentCheck, creditCheck]
}

/** The checks of a manifest of a key, in the order in which the server makes them. */
const manifestChecks: readonly Check[] = [keyCheck, limitCheck, publicationCheck]

type ManifestChoices = Pick<Assumptions, 'checkOrder' | 'foreignOrganizationStatus'>

/** Lists the checks of the manifest of an organization in the order in which the server makes them. */
function listOrganizationChecks({ checkOrder, foreignOrganizationStatus }: ManifestChoices): readonly Check[] {
  const accessCheck: Check = { label: 'Own organization', status: foreignOrganizationStatus }
  if (checkOrder === 'limit-last') return [keyCheck, accessCheck, limitCheck, publicationCheck]
  return [keyCheck, limitCheck, accessCheck, publicationCheck]
}

/** Creates the trail of an execution that was refused, or whose tool failed. Undefined for a success. */
export function trailOfExecution(entry: JournalEntry, assumptions: ExecutionChoices): readonly TrailStep[] | undefined {
  const { request, response } = entry
  const checks = listExecutionChecks(assumptions)

  const execution = Object(readJson(response?.body ?? ''))
  if (execution.status === 'failed') {
    const steps = checks.map(({ label }): TrailStep => ({ label, state: 'passed' }))
    return [...steps, { label: 'Execute', state: 'failed' }]
  }

  const stop = findStop(checks, { request, status: response?.status })
  return stop === undefined ? undefined : stopAt(checks, { at: stop, goal: 'Execute' })
}

interface RefusedExecution {
  readonly request: JournalEntry['request']
  readonly status: number | undefined
}

/** Finds the check that refused an execution. Undefined if the status and the body do not show which check it was. */
function findStop(checks: readonly Check[], { request, status }: RefusedExecution): Check | undefined {
  const found = checks.filter((check) => check.status === status)
  if (found.length < 2) return found[0]
  if (request.notKept !== undefined) return undefined

  const { body, headers } = request
  // The schema of the body needs no key, and the journal has none.
  const problem = findBodyProblem('executeTool', { body, header: (name) => headers[name] }, (text) => text)
  if (problem !== undefined) return bodyCheck

  const others = found.filter((check) => check !== bodyCheck)
  return others.length === 1 ? others[0] : undefined
}

/** Creates the trail of a manifest that was refused. Undefined for a success. */
export function trailOfManifest(
  { operation, response }: Pick<JournalEntry, 'operation' | 'response'>,
  assumptions: ManifestChoices,
): readonly TrailStep[] | undefined {
  const checks = operation === 'getPublicManifest' ? manifestChecks : listOrganizationChecks(assumptions)
  const stop = checks.find(({ status }) => status === response?.status)
  return stop === undefined ? undefined : stopAt(checks, { at: stop, goal: 'Tools listed' })
}
