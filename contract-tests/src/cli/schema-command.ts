import { z } from 'zod'
import { configSchema } from '../config/config-schema.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { fixturesSchema } from '../target/fixtures.ts'
import type { Io } from './io.ts'
import { fixtureExamples, fixtureNames } from './render-config.ts'

interface SchemaFlags {
  readonly json?: true | undefined
}

/** Prints the JSON Schema of a configuration. With `--json`, it is one line. */
export function schemaCommand({ json }: SchemaFlags, { print }: Io): number {
  print(JSON.stringify(createConfigurationSchema(), null, json ? undefined : 2))
  return exitCodes.conformant
}

/** Creates the JSON Schema of a configuration for editors, with an example of each fixture. */
export function createConfigurationSchema(): object {
  const members = fixtureNames.map((name) => [name, fixturesSchema.shape[name].meta({ examples: [fixtureExamples[name]] })])
  const fixtures = z.strictObject(Object.fromEntries(members)).partial().describe('test data on the server').optional()
  const schema = z.toJSONSchema(configSchema.extend({ fixtures }), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => acceptVariables(jsonSchema),
  })
  return { ...schema, title: 'A configuration of wfhost-conformance' }
}

/** The pattern of a variable. */
const VARIABLE = '\\$\\{\\w+\\}'

/** Lets a text be a variable such as `${NAME}`, which is replaced before the configuration is validated. */
function acceptVariables(schema: z.core.JSONSchema.BaseSchema): void {
  // A variable is not a URI. The pattern of an address requires as much of it as a configuration does.
  if (schema.format === 'uri') delete schema.format

  // A schema and its optional form share their parts, so a part can already accept variables.
  for (const part of [schema, ...(schema.allOf ?? [])]) {
    const refusesVariables = part.pattern !== undefined && !part.pattern.startsWith(VARIABLE)
    if (refusesVariables) part.pattern = `${VARIABLE}|${part.pattern}`
  }
}
