import { didYouMean } from '@wfhost/internal/messages'

/**
 * Refuses names that a table of options does not have, which TypeScript would refuse. A misspelt option would not apply.
 *
 * @throws {TypeError}
 */
export function refuseUnknownOptions(options: object, table: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(table, name)) continue
    throw new TypeError(`Cannot use ${name}: unknown option${didYouMean(name, Object.keys(table))}`)
  }
}
