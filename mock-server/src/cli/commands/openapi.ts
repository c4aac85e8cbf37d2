import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { controlDocument } from '../../host/document/control-document.ts'
import { CommandLineError } from '../command-line-error.ts'
import type { Command } from './command.ts'

/** Prints the OpenAPI documents. */
export const openapi: Command = {
  name: 'openapi',
  operand: { name: 'api|control', optional: true },
  options: [],
  help: 'prints the OpenAPI document of the API (api) or of the control surface (control); with --json as JSON',
  run: async ({ json }, which = 'api') => {
    if (which !== 'api' && which !== 'control') {
      throw new CommandLineError(`Cannot print the document of "${which}": expected api or control`)
    }
    console.log(which === 'api' ? await apiDocument(json) : await written(controlDocument(), json))
  },
}

/** The YAML is the hand-written file, with its comments. */
async function apiDocument(json: boolean): Promise<string> {
  const file = createRequire(import.meta.url).resolve('@wfhost/openapi/openapi.yaml')
  if (!json) return (await readFile(file, 'utf8')).trimEnd()
  const { document } = await import('@wfhost/openapi')
  return written(document, json)
}

async function written(document: object, json: boolean): Promise<string> {
  if (json) return JSON.stringify(document, null, 2)
  const { stringify } = await import('yaml')
  return stringify(document).trimEnd()
}
