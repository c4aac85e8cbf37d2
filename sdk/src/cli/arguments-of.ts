import type { Arguments } from '../index.ts'
import type { CommandLine } from './command-line.ts'
import type { Io } from './io.ts'
import { parseJson, readJsonObject } from './read-json.ts'
import { UsageError } from './usage-error.ts'

/** The arguments of a run: those of the file first, and over them those of the line. */
export async function argumentsOf({ values }: CommandLine, io: Io): Promise<Arguments> {
  const all: Record<string, string | object> = values.args === undefined ? {} : await readJsonObject(values.args, io)
  for (const pair of values.arg ?? []) {
    const [name, value] = split(pair, '--arg')
    all[name] = value
  }
  for (const pair of values['arg-json'] ?? []) {
    const [name, value] = split(pair, '--arg-json')
    all[name] = parseJson(value, `the value of --arg-json ${name}`) as object
  }
  return all
}

function split(pair: string, option: string): readonly [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(`${option} takes name=value, not '${pair}'`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}
