import { ConfigurationError } from '../errors/configuration-error.ts'

/** Headers by name; one that is undefined is left out. */
export type HeaderOptions = Headers | Readonly<Record<string, string | undefined>>

/** Lists the headers of a caller. */
export function headersOf(options: HeaderOptions = {}): readonly (readonly [name: string, value: string])[] {
  const entries = Symbol.iterator in options ? [...options] : Object.entries(options)
  return entries.flatMap(([name, value]) => {
    if (/^authorization$/i.test(name)) throw new ConfigurationError(`Cannot use header ${name}: it carries apiKey`)
    return value === undefined ? [] : [[name, value] as const]
  })
}
