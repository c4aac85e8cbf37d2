import { type RequirementId, requirements } from '@wfhost/openapi'
import { defaultProfile, type Profile, profileOptions } from './profile.ts'

/** An open question of the source document, and what this server does about it. */
export interface Assumption {
  readonly requirement: RequirementId
  /** What the source document does not show. */
  readonly question: string
  /** What would answer it. */
  readonly settledBy: string | undefined
  readonly options: readonly AssumptionOption[]
}

/** The value of a profile option; undefined is shown as none. */
export interface AssumptionOption {
  readonly name: string
  readonly value: unknown
  readonly choices: readonly unknown[]
}

/**
 * Lists every open question of the source document with the choices that a profile makes.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { listAssumptions } from '@wfhost/mock-server'
 *
 * const mode = listAssumptions().find(({ requirement }) => requirement === 'RUN-MODE-DEFAULT')
 * assert.deepEqual(mode?.options, [{ name: 'defaultMode', value: 'sync', choices: ['sync', 'async'] }])
 * ```
 */
export function listAssumptions(profile: Partial<Profile> = {}): readonly Assumption[] {
  const effective = new Map<string, unknown>(Object.entries({ ...defaultProfile, ...profile }))
  const options = Object.entries(profileOptions).map(([name, { choices, requirement }]) => {
    return {
      requirement,
      option: { name, value: effective.get(name) ?? 'none', choices: choices.map((choice) => choice ?? 'none') },
    }
  })
  return requirements.flatMap((row) => {
    if (row.evidence !== 'N') return []
    const own = options.filter(({ requirement }) => requirement === row.id).map(({ option }) => option)
    return [{ requirement: row.id, question: row.statement, settledBy: row.settledBy, options: own }]
  })
}
