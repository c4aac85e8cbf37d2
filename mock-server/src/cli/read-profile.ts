import { checkProfile } from '../core/check-profile.ts'
import { type Profile, profileOptions } from '../core/profile.ts'
import { CommandLineError } from './command-line-error.ts'

/**
 * Reads the values of `--assume` into a profile. A value is written as `assumptions` lists it, or is text or JSON.
 *
 * @throws {CommandLineError} for a choice that the option `profile` of a service does not accept.
 */
export function readProfile(pairs: readonly string[]): Partial<Profile> {
  return Object.assign({}, ...pairs.map(readPair))
}

function readPair(pair: string): Partial<Profile> {
  const [, name = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? []
  const choices: readonly unknown[] = Object.entries(profileOptions).find(([known]) => known === name)?.[1].choices ?? []
  const index = choices.map(written).indexOf(text)
  const chosen = { [name]: index < 0 ? parsed(text) : choices[index] }
  try {
    checkProfile(chosen)
  } catch (cause) {
    throw new CommandLineError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
  return chosen
}

function written(choice: unknown): string {
  if (choice === undefined) return 'none'
  return typeof choice === 'string' ? choice : JSON.stringify(choice)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
