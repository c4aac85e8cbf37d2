import { document } from '@wfhost/openapi'
import { describe, expect, test } from 'vitest'
import { count } from '../../../tools/scripts/count.ts'
import { createClientParameters, createClientRequests, createClientResponses, recordClient } from './client-checks.ts'
import { examples, generator, operations, register } from './document-checks.ts'
import { driftEdits, harmlessEdits } from './drift-edits.ts'
import { createClientAgainstPrism, createPrismRequests, createPrismResponses } from './prism-checks.ts'
import { createServerRequests, createServerResponses, recordServer, serverCredentials } from './server-checks.ts'
import { checkNames, findingsOf, readSubject } from './subject.ts'

const edits = checkNames.flatMap((caughtBy) => driftEdits[caughtBy].map(([edit, apply]) => ({ caughtBy, edit, apply })))
// The behaviour of client and server is recorded once, because edits of the document never change it.
const client = await recordClient()
const checks = [
  generator,
  operations,
  createClientResponses(),
  createClientRequests(client),
  await createClientParameters(),
  createClientAgainstPrism(client),
  createServerResponses(await recordServer()),
  await createServerRequests(),
  serverCredentials,
  createPrismResponses(),
  createPrismRequests(),
  register,
  examples,
]

test.each(checks)('$name: the document has not drifted', async (check) => {
  expect(await findingsOf(check, await readSubject(document))).toEqual([])
})

describe('each edit of the API document is detected', () => {
  test.each(edits)(
    '$edit: by $caughtBy',
    async ({ apply, caughtBy }) => {
      const subject = await readSubject(apply(document))
      const findings = checks.filter(({ name }) => name === caughtBy).map((check) => findingsOf(check, subject))
      expect((await Promise.all(findings)).flat()).not.toEqual([])
      count({ drift: { 'edits caught': 1 } })
    },
    30_000,
  )
})

describe('no check reports a harmless edit', () => {
  test.each(harmlessEdits)('%s', async (_edit, apply) => {
    const subject = await readSubject(apply(document))
    for (const check of checks) expect(await findingsOf(check, subject), check.name).toEqual([])
  })
})

test('every check has at least one edit that it must detect', () => {
  expect(checks.map(({ name }) => name)).toEqual(checkNames)
  for (const name of checkNames) expect(driftEdits[name].length, name).toBeGreaterThan(0)
  expect(new Set(edits.map(({ edit }) => edit)).size).toBe(edits.length)
  expect(edits.length).toBeGreaterThanOrEqual(30)
})
