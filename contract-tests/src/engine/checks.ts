import { type Requirement, requirements } from '@wfhost/openapi'
import { measuredRuleNeeds } from '../../generated/rule-needs.ts'
import type { Rule, RuleNeeds } from '../rules/rule.ts'
import { rules } from '../rules/rules.ts'
import type { Target } from '../target/target.ts'
import type { Area, CheckResult } from './conformance-report.ts'
import { type Observation, observations } from './observations.ts'

/** A check of the suite: one assertion, or one observation, about one requirement. */
export interface Check extends Pick<CheckResult, 'id' | 'requirement' | 'section' | 'statement' | 'evidence' | 'force' | 'area'> {
  /** What the check needs on the server, and how many requests it sends. */
  readonly needs: RuleNeeds
  /** What `allow` must have for the check to run. */
  readonly permissions: readonly Permission[]
  /** The first frozen set of requirements that has the check. @default every set */
  readonly since?: string
}

/** A check with the function that runs it. */
export interface RunnableCheck extends Check {
  readonly lookAt?: string
  /** Resolves to what was seen, for an observation, or to what weakens a pass. Throws as a rule does. */
  readonly run: (target: Target) => Promise<unknown>
  readonly claim?: Observation['claim']
}

/** The area of a rule, by how the id of its requirement begins; the first that fits. */
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

const evidence = { D: 'documented', R: 'derived', N: 'notShown' } as const

/** Every check, in the order of the register; those that provoke a rate limit come last, since the limit outlasts them. */
export const checks: readonly RunnableCheck[] = createChecks()

function createChecks(): RunnableCheck[] {
  const registered: readonly Requirement[] = requirements
  const found = registered.flatMap((requirement) => [
    ...rules.filter((rule) => rule.requirement === requirement.id).map((rule) => ruleCheck(rule, requirement)),
    ...observations
      .filter((observation) => observation.requirement === requirement.id)
      .map((observation) => observationCheck(observation, requirement)),
  ])
  return [...found.filter((check) => check.area !== 'rate-limit'), ...found.filter((check) => check.area === 'rate-limit')]
}

function ruleCheck(rule: Rule, requirement: Requirement): RunnableCheck {
  const needs = measuredRuleNeeds[rule.id]
  if (needs === undefined) throw new Error(`Cannot plan ${rule.id}: its needs have not been measured; run npm run generate`)
  const { check, id, lookAt, since, statement } = rule
  return {
    ...common(requirement),
    ...{ id, statement },
    ...(since === undefined ? {} : { since }),
    ...(lookAt === undefined ? {} : { lookAt }),
    force: 'must',
    area: areaOf(requirement.id),
    needs,
    permissions: permissionsFor(needs),
    run: check,
  }
}

function observationCheck(observation: Observation, requirement: Requirement): RunnableCheck {
  const { claim, needs, observe, area, since, statement } = observation
  return {
    ...common(requirement),
    statement,
    force: 'observe',
    area,
    needs,
    permissions: permissionsFor(needs),
    run: observe,
    ...(since === undefined ? {} : { since }),
    ...(claim === undefined ? {} : { claim }),
  }
}

function common(requirement: Requirement): Pick<RunnableCheck, 'id' | 'requirement' | 'section' | 'evidence'> {
  const { id, section } = requirement
  return { id: id.toLowerCase(), requirement: id, section, evidence: evidence[requirement.evidence] }
}

function areaOf(id: string): Area {
  const found = Object.entries(areaByPrefix).find(([prefix]) => id.startsWith(`${prefix}-`) || id === prefix)
  if (found === undefined) throw new Error(`Cannot plan ${id}: no area has requirements that begin like this`)
  return found[1]
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

/** What a run of the suite may do to the target only if it is allowed. */
export const permissions = ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'] as const

/** What a check may do to a server in addition to reading, if `allow` has it. */
export type Permission = (typeof permissions)[number]

function permissionsFor(needs: RuleNeeds): Permission[] {
  const { executions, exposesKeys = false, hooks, runs } = needs
  return [
    ...(runs > 0 ? (['runs'] as const) : []),
    ...(executions > 0 ? (['executions'] as const) : []),
    ...(hooks.includes('regenerateKey') ? (['key-rotation'] as const) : []),
    ...(hooks.some((hook) => hook.startsWith('publish')) ? (['publishing'] as const) : []),
    ...(hooks.includes('limitRate') ? (['rate-limit'] as const) : []),
    ...(exposesKeys ? (['exposed-keys'] as const) : []),
  ]
}

/** Whether a check is meant by a name: its own, or that of the requirement of which it tests a part. */
export function isMeant({ id }: Pick<RunnableCheck, 'id'>, name: string): boolean {
  return id === name || id.startsWith(`${name}.`)
}

/** A frozen set of checks, which never changes, so that later versions of the suite can still run it. */
export interface RequirementSet {
  /** Year and month in which it was frozen. */
  readonly name: string
  readonly checks: readonly string[]
}

const names = ['2026-11', '2026-12'] as const

/**
 * The frozen sets, the oldest first. A check says since which one it exists; the test beside has the hash of each set,
 * so that none changes.
 */
export const requirementSets: readonly RequirementSet[] = names.map((name) => ({
  name,
  checks: checks.filter(({ since = name }) => since <= name).map(({ id }) => id),
}))
