import { didYouMean } from '@wfhost/internal/messages'
import { type Requirement, requirements } from '@wfhost/openapi'
import { measuredRuleNeeds } from '../../generated/rule-needs.ts'
import type { Rule, RuleNeeds } from '../rules/rule.ts'
import { rules } from '../rules/rules.ts'
import type { Target } from '../target/target.ts'
import type { Area, CheckResult } from './conformance-report.ts'
import { type Observation, observations } from './observations.ts'

/** A check of the suite: one assertion, or one observation, about one requirement. */
export interface Check extends Pick<CheckResult, 'id' | 'requirement' | 'section' | 'statement' | 'evidence' | 'force' | 'area'> {
  /**
   * The behaviour that the check reports only with a warning, since the source document does not forbid it. A warning does not change
   * the verdict. Undefined for a check without warnings.
   */
  readonly warnsOf?: string | undefined
  /** The fixtures and hooks that the check needs, and the number of requests that it sends. */
  readonly needs: RuleNeeds
  /** The permissions that `allow` must contain for the check to run. */
  readonly permissions: readonly Permission[]
}

/** A check with the function that runs it. */
export interface RunnableCheck extends Check {
  /** A sentence about the part of a failing server to check. */
  readonly advice?: string | undefined
  /** Resolves to the observed value, or to advice for a rule that passed. Throws the same errors as a rule. */
  readonly run: (target: Target) => Promise<unknown>
  readonly claim?: Observation['claim'] | undefined
  /** The owner of the claim that the check verifies. @default the source document states it */
  readonly claimedBy?: string | undefined
}

/** The parts of the API that a target may claim separately. */
export const areaNames = [
  'run-sync',
  'run-async',
  'keys',
  'registry',
  'organization',
  'execute',
  'rate-limit',
] as const satisfies readonly Area[]

/** The permissions that a run of the suite needs for anything besides reading. */
export const permissions = ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'] as const

/** The area of a requirement, by the beginning of its id. The first prefix that matches applies. */
const areaByPrefix: Readonly<Record<string, Area>> = {
  'RUN-ASYNC': 'run-async',
  RUN: 'run-sync',
  FLOW: 'run-sync',
  KEY: 'keys',
  LIMIT: 'rate-limit',
  CHECK: 'registry',
  HOST: 'registry',
  PRODUCT: 'registry',
  REG: 'registry',
  MAN: 'registry',
  ORG: 'organization',
  EXE: 'execute',
}

const evidenceByLetter = { D: 'documented', R: 'derived', N: 'notShown' } as const

/** All checks in the order of the register. Checks of rate limits come last, because the limit outlasts them. */
export const checks: readonly RunnableCheck[] = listChecks()

function listChecks(): RunnableCheck[] {
  const registered: readonly Requirement[] = requirements
  const all = registered.flatMap((requirement) => [...listRuleChecks(requirement), ...listObservationChecks(requirement)])

  const limitChecks = all.filter((check) => check.area === 'rate-limit')
  const otherChecks = all.filter((check) => check.area !== 'rate-limit')
  return [...otherChecks, ...limitChecks]
}

function listRuleChecks(requirement: Requirement): RunnableCheck[] {
  return rules.filter((rule) => rule.requirement === requirement.id).map((rule) => createRuleCheck(rule, requirement))
}

function listObservationChecks(requirement: Requirement): RunnableCheck[] {
  return observations
    .filter((observation) => observation.requirement === requirement.id)
    .map((observation) => createObservationCheck(observation, requirement))
}

function createRuleCheck(rule: Rule, requirement: Requirement): RunnableCheck {
  const needs = measuredRuleNeeds[rule.id]
  if (needs === undefined) throw new Error(`Cannot plan ${rule.id}: its needs have not been measured; run npm run generate`)

  return {
    ...describeRequirement(requirement),
    id: rule.id,
    statement: rule.statement,
    warnsOf: rule.warnsOf,
    advice: rule.advice,
    force: 'must',
    area: findArea(requirement.id),
    needs,
    permissions: listPermissions(needs),
    run: rule.check,
  }
}

function createObservationCheck(observation: Observation, requirement: Requirement): RunnableCheck {
  return {
    ...describeRequirement(requirement),
    statement: observation.statement,
    force: 'observe',
    area: observation.area,
    needs: observation.needs,
    permissions: listPermissions(observation.needs),
    run: observation.observe,
    claim: observation.claim,
  }
}

/** Returns the members of a check that come from its requirement. */
export function describeRequirement({
  evidence,
  id,
  section,
}: Requirement): Pick<RunnableCheck, 'id' | 'requirement' | 'section' | 'evidence'> {
  return { id: id.toLowerCase(), requirement: id, section, evidence: evidenceByLetter[evidence] }
}

function findArea(requirementId: string): Area {
  for (const [prefix, area] of Object.entries(areaByPrefix)) {
    if (requirementId === prefix || requirementId.startsWith(`${prefix}-`)) return area
  }
  throw new Error(`Cannot plan ${requirementId}: no area has requirements that begin like this`)
}

/**
 * Something that a check may do to a server besides reading, if `allow` contains it.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checks, type Permission } from '@wfhost/contract-tests'
 *
 * const harmless: readonly Permission[] = ['runs', 'executions']
 * const permitted = checks.filter(({ permissions }) => permissions.every((permission) => harmless.includes(permission)))
 *
 * assert.ok(permitted.length > 0)
 * ```
 */
export type Permission = (typeof permissions)[number]

/** Lists the permissions that a check needs for its requests and its hook calls. */
export function listPermissions({ executions, exposesKeys = false, hooks, runs }: RuleNeeds): Permission[] {
  const isNeeded: Readonly<Record<Permission, boolean>> = {
    runs: runs > 0,
    executions: executions > 0,
    'key-rotation': hooks.includes('regenerateKey'),
    publishing: hooks.includes('publishWorkflow') || hooks.includes('publishToolset'),
    'rate-limit': hooks.includes('limitRate'),
    'exposed-keys': exposesKeys,
    // Bursts only need permission if the rate of requests is limited, which the plan decides.
    bursts: false,
  }
  return permissions.filter((permission) => isNeeded[permission])
}

/** Returns whether a name selects a check: its id, or the id of its requirement. */
export function isNamed({ id }: Pick<RunnableCheck, 'id'>, name: string): boolean {
  return id === name || id.startsWith(`${name}.`)
}

/**
 * Describes the first name that no check has, with the name that was probably meant. Undefined if checks have all of them.
 *
 * @param remedy - The end of the message if no name is near.
 */
export function describeUnknownCheck(names: readonly string[], remedy: string): string | undefined {
  const unknownName = names.find((name) => !checks.some((check) => isNamed(check, name)))
  if (unknownName === undefined) return undefined
  return `there is no check ${unknownName}${suggestCheck(unknownName, checks) || `; ${remedy}`}`
}

type NamedCheck = Pick<RunnableCheck, 'id'>

/** Returns the end of a message about a name that no check has: the name that was probably meant. Empty if no name is near. */
export function suggestCheck(unknownName: string, candidates: readonly NamedCheck[]): string {
  const names = candidates.flatMap(({ id }) => listNames(id))
  return didYouMean(unknownName, [...new Set(names)])
}

/** Lists the names that select a check: its id, and the beginnings that it shares with other checks. */
function listNames(id: string): string[] {
  const parts = id.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}
