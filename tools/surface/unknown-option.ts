/** The name that no function has among its options. */
export const unknownName = 'colour'

/** Options with only the unknown name. The type permits them everywhere, as code without types would pass them. */
export const unknown = { [unknownName]: 'red' } as object as never

/** Adds the unknown name to valid options, so that nothing else is refused. */
export function withUnknown(options: object): never {
  return { ...options, [unknownName]: 'red' } as never
}
