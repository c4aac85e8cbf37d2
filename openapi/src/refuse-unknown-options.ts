import { didYouMean, findUnknownNames } from '@wfhost/internal/messages'

/**
 * Refuses names that a table of options does not have, which TypeScript would refuse. A misspelt option would not apply.
 *
 * @throws {TypeError}
 */
export function refuseUnknownOptions(options: object, table: Readonly<Record<string, true>>): void {
  const [unknown] = findUnknownNames(options, (name) => Object.hasOwn(table, name))
  if (unknown === undefined) return

  throw new TypeError(`Cannot use ${unknown}: unknown option${didYouMean(unknown, Object.keys(table))}`)
}
