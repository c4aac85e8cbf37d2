import { checkMembers } from './check-members.ts'
import { MockStateError } from './mock-state-error.ts'
import { optionMembers } from './seed-members.ts'
import type { MockServiceOptions } from './service-options.ts'
import type { MockState } from './state/mock-state.ts'

/**
 * Refuses unknown options, and values that would otherwise fail only when they are used.
 *
 * @throws {MockStateError} with what was expected.
 */
export function checkOptions(options: MockServiceOptions): void {
  const attempt = 'create a service'
  checkMembers(options, { attempt, members: optionMembers })
  const { clock, random, state } = options
  const wrong = (what: string): never => {
    throw new MockStateError(`Cannot ${attempt}: ${what}`)
  }
  if (clock !== undefined && !hasFunctions(clock, ['now', 'sleep']))
    wrong(`clock: expected functions "now" and "sleep", as createManualClock() has them, found ${typeof clock}`)
  if (random !== undefined && typeof random !== 'function')
    wrong(`random: expected a function, such as createSeededRandom(1), found ${typeof random}`)
  if (state === undefined) return
  const missing = Object.keys(stateMembers).find((name) => typeof Object(state)[name] !== 'object')
  if (missing !== undefined) wrong(`state: expected what state() of a service returns, found no "${missing}" in it`)
}

function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof Object(value)[name] === 'function')
}

type Needed = Exclude<keyof MockState, 'clock' | 'random'>

const stateMembers: Readonly<Record<Needed, true>> = {
  workflows: true,
  replacedKeys: true,
  organizations: true,
  workspaces: true,
  runs: true,
  rateLimit: true,
  faults: true,
}
