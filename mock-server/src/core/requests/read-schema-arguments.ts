import type { Json, JsonObject } from '../json.ts'
import type { Profile } from '../profile.ts'
import type { ArgumentSchema } from '../workflows/workflow-definition.ts'
import { makesOther } from './makes-other.ts'
import { refuseProblems } from './read-body.ts'

/**
 * The arguments of a run as a schema returns them; 400 with the path if they do not match (RUN-ARG-TYPE,
 * RUN-ARG-MISSING). The schema decides about unknown arguments (RUN-ARG-EXTRA).
 */
export async function readSchemaArguments(
  schema: ArgumentSchema,
  { args, profile }: { readonly args: readonly { readonly name: string; readonly value: Json }[]; readonly profile: Profile },
): Promise<JsonObject> {
  const given = new Map<string, Json>()
  for (const [index, { name, value }] of args.entries()) {
    if (given.has(name)) {
      if (profile.repeatedArgument === 'first') continue
      if (profile.repeatedArgument === 'reject')
        throw refuseProblems([`args[${index}].name: expected each argument once, found ${JSON.stringify(name)} again`])
    }
    given.set(name, value)
  }
  const verdict = await schema['~standard'].validate(Object.fromEntries(given))
  // The output of a schema need not be JSON: it may contain dates. The type of the implementation says so.
  if (verdict.issues === undefined) return verdict.value as JsonObject
  const problems = verdict.issues.map(({ message, path = [] }) => `args${placeOf(path)}: ${message}`)
  throw refuseProblems(makesOther(schema) ? [...problems, remedy] : problems)
}

const remedy =
  'the schema makes something else of what it takes, and a client sends what it made: publish the workflow with the option parameters, which are checked in its place'

function placeOf(path: readonly (PropertyKey | { readonly key: PropertyKey })[]): string {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  return keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
}
