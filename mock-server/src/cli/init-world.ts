import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toPrintableJson } from '@wfhost/internal/printable'
import { describeWriteError } from '../file-error.ts'
import { CommandLineError } from './exit-codes.ts'
import type { Print } from './print.ts'
import { readSampleWorld } from './world/read-sample-world.ts'

const schemaName = 'world.schema.json'

/** The lines with which editors find the schema: the YAML extension of VS Code, and JetBrains IDEs. */
const editorLines = `# yaml-language-server: $schema=./${schemaName}\n# $schema: ./${schemaName}\n`

/**
 * Writes a world file to begin with, and the JSON Schema beside it. An existing world file is not changed.
 *
 * @throws {CommandLineError} for the name of a JSON file, because a world file to begin with has comments, and if the world file
 *   exists or a file cannot be written.
 */
export async function initWorld(file: string, { json }: { readonly json?: true | undefined }, print: Print): Promise<void> {
  if (file.endsWith('.json')) throw new CommandLineError(`Cannot write ${file}: it is written in YAML. Give a name in .yaml`)

  const { createWorldSchema } = await import('../schema/described-world.ts')
  const text = editorLines + (await readSampleWorld())
  await writeFile(file, text, { flag: 'wx' }).catch((cause: unknown) => {
    const exists = Object(cause).code === 'EEXIST'
    const reason = exists ? 'it exists; give another name, or remove it' : describeWriteError(cause, file)
    throw new CommandLineError(`Cannot write ${file}: ${reason}`, { cause })
  })
  const schemaFile = join(dirname(file), schemaName)
  await writeFile(schemaFile, `${JSON.stringify(createWorldSchema(), null, 2)}\n`).catch((cause: unknown) => {
    throw new CommandLineError(`Cannot write ${schemaFile}: ${describeWriteError(cause, schemaFile)}`, { cause })
  })
  if (json) print(toPrintableJson(JSON.stringify({ file, schemaFile })))
  else print(`Wrote ${file} and ${schemaFile}\nStart it: wfhost-mock --world ${file}`)
}
