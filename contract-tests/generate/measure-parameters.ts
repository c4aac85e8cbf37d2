import type { Rule, RuleNeeds } from '../src/rules/rule.ts'
import { describeMissingParameter, parameterTypes } from '../src/rules/runs/echoes.ts'
import { NotDeclared } from '../src/target/create-target.ts'
import type { ParameterType, Target } from '../src/target/target.ts'
import { openLocalTarget } from '../test/open-local-target.ts'

/**
 * Measures which parameters the echo workflow must have for a rule. Begins without parameters, and adds the type that blocks the
 * rule, until nothing blocks it.
 *
 * @returns groups of types: of each group, the workflow needs at least one type
 */
export async function measureParameters(rule: Rule): Promise<NonNullable<RuleNeeds['parameters']>> {
  const groups: [ParameterType, ...ParameterType[]][] = []
  const declared: ParameterType[] = []

  for (;;) {
    const missing = await findMissingType(rule, declared)
    if (missing === undefined) return groups

    groups.push([missing, ...(await listAlternatives(rule, { declared, missing }))])
    declared.push(missing)
  }
}

/** Lists the other types with each of which the missing type no longer blocks the rule. */
async function listAlternatives(
  rule: Rule,
  { declared, missing }: { readonly declared: readonly ParameterType[]; readonly missing: ParameterType },
): Promise<ParameterType[]> {
  const alternatives: ParameterType[] = []
  for (const type of parameterTypes.filter((other) => other !== missing)) {
    const isAlternative = (await findMissingType(rule, [...declared, type])) !== missing
    if (isAlternative) alternatives.push(type)
  }
  return alternatives
}

/** Runs a rule with some parameters, and returns the type of the parameter that blocks it; undefined if none does. */
async function findMissingType(rule: Rule, declared: readonly ParameterType[]): Promise<ParameterType | undefined> {
  const { close, target } = await openLocalTarget('core')
  try {
    await rule.check(withParameters(target, declared))
    return undefined
  } catch (error) {
    if (!(error instanceof NotDeclared)) throw error
    return parameterTypes.find((type) => error.message === describeMissingParameter(type))
  } finally {
    await close()
  }
}

/** Returns a target whose echo workflow has only the parameters of some types. */
function withParameters(target: Target, types: readonly ParameterType[]): Target {
  const { echo } = target.fixtures
  const parameters = Object.fromEntries(types.map((type) => [type, echo.parameters[type]]))

  const fixtures = new Proxy(target.fixtures, {
    get: (values, name) => (name === 'echo' ? { ...echo, parameters } : Reflect.get(values, name)),
  })
  return { ...target, fixtures }
}
