import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toPrintableJson } from '@wfhost/internal/printable'
import type { Print } from './print.ts'
import { readSampleWorld } from './read-sample-world.ts'

const schemaName = 'world.schema.json'

/** The lines with which editors find the schema: the YAML extension of VS Code, and JetBrains IDEs. */
const editorLines = `# yaml-language-server: $schema=./${schemaName}\n# $schema: ./${schemaName}\n`

/**
 * Writes a world file to begin with, and the JSON Schema beside it. An existing world file is not changed.
 *
 * @throws {Error} if the world file exists or cannot be written.
 */
export async function initWorld(file: string, { json }: { readonly json?: true | undefined }, print: Print): Promise<void> {
  const { createWorldSchema } = await import('../schema/described-world.ts')
  const text = editorLines + (await readSampleWorld())
  await writeFile(file, text, { flag: 'wx' }).catch((error: unknown) => {
    throw new Error(`Cannot write ${file}: ${describeWriteError(error)}`, { cause: error })
  })
  const schemaFile = join(dirname(file), schemaName)
  await writeFile(schemaFile, `${JSON.stringify(createWorldSchema(), null, 2)}\n`)
  if (json) print(toPrintableJson(JSON.stringify({ file, schemaFile })))
  else print(`Wrote ${file} and ${schemaFile}\nStart it: wfhost-mock --world ${file}`)
}

function describeWriteError(error: unknown): string {
  const { code } = Object(error)
  if (code === 'EEXIST') return 'it exists; give another name, or remove it'
  if (code === 'ENOENT') return 'its folder does not exist; create it first'
  return error instanceof Error ? error.message : String(error)
}
