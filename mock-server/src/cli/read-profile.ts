import { type Profile, profileOptions } from '../core/profile.ts'
import { CommandLineError } from './command-line-error.ts'

/**
 * Reads `name=value` pairs into a profile. Values are those that `assumptions` lists.
 *
 * @throws {CommandLineError} for a name or a value that does not exist.
 */
export function readProfile(pairs: readonly string[]): Partial<Profile> {
  return Object.fromEntries(pairs.map(readPair))
}

function readPair(pair: string): [string, unknown] {
  const [name = '', text = ''] = pair.split('=', 2)
  const option = Object.entries(profileOptions).find(([known]) => known === name)?.[1]
  if (option === undefined) throw new CommandLineError(`Cannot assume "${pair}": no option is named "${name}"`)
  const choices: readonly unknown[] = option.choices
  const index = choices.map(written).indexOf(text)
  if (index < 0) throw new CommandLineError(`Cannot assume "${pair}": expected one of ${choices.map(written).join(', ')}`)
  return [name, choices[index]]
}

function written(choice: unknown): string {
  if (choice === undefined) return 'none'
  return typeof choice === 'string' ? choice : JSON.stringify(choice)
}
