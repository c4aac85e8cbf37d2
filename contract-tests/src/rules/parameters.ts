import { NotDeclared } from '../target/connect-target.ts'
import type { ParameterType, Target } from '../target/target.ts'

/** The types that an argument may have (section 2.2). */
const parameterTypes = ['string', 'number', 'boolean', 'object', 'array'] as const satisfies readonly ParameterType[]

/**
 * The name of the echo workflow's parameter of a type.
 *
 * @throws {NotDeclared} if it has none.
 */
export function parameterOf({ fixtures }: Target, type: ParameterType): string {
  const name = fixtures.echo.parameters[type]
  if (name === undefined) throw new NotDeclared(`the target declares no fixtures.echo.parameters.${type}`)
  return name
}

/** Arguments by the types of their parameters, as far as the echo workflow has such parameters. */
export type ValuesByType = Readonly<Partial<Record<ParameterType, unknown>>>

/** The arguments of the echo workflow that have these values. What it has no parameter for is left out. */
export function argumentsOf({ fixtures }: Target, values: ValuesByType): Record<string, unknown> {
  const { parameters } = fixtures.echo
  return Object.fromEntries(
    parameterTypes.flatMap((type) => {
      const name = parameters[type]
      return name === undefined || !(type in values) ? [] : [[name, values[type]] as const]
    }),
  )
}
