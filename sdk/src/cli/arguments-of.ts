import type { Arguments } from '../index.ts'
import type { CommandLine } from './command-line.ts'
import type { Io } from './io.ts'
import { parseJson, readJsonObject } from './read-json.ts'
import { UsageError } from './usage-error.ts'

/** Reads the arguments of a run: those of the file, overridden by those of the line, which may name each only once. */
export async function argumentsOf({ values }: CommandLine, io: Io): Promise<Arguments> {
  const ofLine = new Map<string, string | object>()
  const add = (name: string, value: string | object) => {
    if (ofLine.has(name)) throw new UsageError(`the argument ${JSON.stringify(name)} is there twice`)
    ofLine.set(name, value)
  }
  for (const pair of values.arg ?? []) add(...split(pair, '--arg'))
  for (const pair of values['arg-json'] ?? []) {
    const [name, value] = split(pair, '--arg-json')
    add(name, parseJson(value, `the value of --arg-json ${name}`) as object)
  }
  const ofFile = values.args === undefined ? {} : await readJsonObject(values.args, io)
  return Object.fromEntries([...Object.entries(ofFile), ...ofLine])
}

function split(pair: string, option: string): readonly [string, string] {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(`${option} takes name=value, not '${pair}'`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}
