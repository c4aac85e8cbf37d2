import { createMockService } from '@wfhost/mock-server'
import { describe, expect, test } from 'vitest'
import { checkService } from '../../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../../proof/contract-world.ts'
import { mutants } from '../../../proof/mutants/mutants.ts'
import { checks } from '../checks.ts'

/** Defects of servers, and the title of the first cause that the check meant for each of them reports. */
const titles: readonly (readonly [defect: string, title: RegExp])[] = [
  // A request that should succeed, and is refused.
  ['mode async is refused', /^An async start with fixtures\.slow gets status 400$/],
  ['an async start of a workflow that fails is an internal error', /^An async start with fixtures\.failing gets status 500$/],
  ['an async start takes no arguments', /^An async start with fixtures\.typed gets status 400: an async run has the arguments/],
  [
    'a whole number beyond 64 bits is an internal error',
    /^A run with fixtures\.echo gets status 500: a string, number, .* unchanged$/,
  ],
  ['the execute endpoint is not there', /^An execution gets status 404$/],
  ['the public manifest is at v2', /^A public manifest gets status 404$/],
  ['the public manifest wants POST', /^A public manifest gets status 405$/],
  ['the run endpoint does not know POST', /^A run gets status 405$/],
  ['the organization manifest is not there', /^An organization manifest with fixtures\.organization gets status 404$/],
  ['a request without a mode is refused', /^Expected status 200 to a body without a mode, found 400$/],
  ['zero is treated as a missing argument', /^Expected any status but 400 to a run of typed with 0 as the required argument/],
  [
    'a charset beside application/json is refused',
    /^Expected status 200 to a body of the type application\/json; charset=utf-8, found 415$/,
  ],
  [
    'the new key does not work after regeneration',
    /^Expected status 200 to a run of echo in mode sync with its new key, found 401$/,
  ],

  // A request that should be refused, and is accepted.
  [
    'an async start needs no key',
    /^Status 200 instead of 401: an async start with an invalid key .* is refused like a sync run$/,
  ],
  ['the key of any workflow runs every workflow', /^Status 200 instead of 403: the key of another workflow is refused/],
  ['the key of an execution is ignored', /^Status 200 instead of 401: each registry endpoint refuses a missing or invalid key/],
  [
    'an async start with an argument of a wrong type is accepted',
    /^Status 202 instead of 400: a value of a wrong type is refused/,
  ],
  ['a workflow that is not published is run', /^Status 200 instead of 404 or 403: a run of an unpublished workflow/],

  // A request that is refused with another status.
  ['an invalid key is refused with 403', /^Status 403 instead of 401: a run with a wrong key is refused with 401$/],
  ['a key without access is refused with 401', /^Status 401 instead of 403: the key of another workflow is refused/],
  ['an unknown workflow is an internal error', /^Status 500 instead of 404: a run of an unknown flowId/],
  ['an archived workflow is gone with 410', /^Status 410 instead of 404: a run of an archived workflow/],
  ['a missing argument gets 422', /^Status 422 instead of 400: a run without a required argument/],
  ['a manifest for which nothing qualifies is 404', /^Status 404 instead of 400: a manifest without a qualifying tool set/],
  ['a wrong console session is an internal error', /^Status 500 instead of 401 or .*: a wrong console session is refused$/],
  ['regeneration takes back the publication', /^Status 404 instead of 403: a regenerated key leaves .* the workflow published$/],
  ['a request over the limit gets 503', /^Status 503 instead of 429: a request over the rate limit/],
  ['a 429 comes without Retry-After', /^429 has no Retry-After$/],

  // A response with another content.
  ['a wrong console session gets a login page with 200', /^An HTML page with status 200 instead of a response of the API$/],
  ['the response to a sync run is a login page', /^Expected a JSON object as the body$/],
  ['a failed run comes without a traceback', /^Expected a string as error\.traceback$/],
  ['success is called completed', /^Expected status success, found "completed"$/],
  ['the response to an async start is an empty object', /^Expected a run ID: .* in the body, or in Location$/],
  ['async gives a run ID and never runs the workflow', /^Expected 1 run of slow to succeed in the background, .* found 0$/],
  ['private tool sets are hidden', /^Expected tool set mail$/],
  ['an execution takes two credits', /^Expected 4 credits taken by 4 executions, .*, found 8: /],
]

/** Runs checks on the server with a defect. */
async function checkMutant(defect: string, { isWhole }: { readonly isWhole: boolean }) {
  const mutant = mutants.find((each) => each.defect === defect)
  if (mutant === undefined) throw new Error(`Cannot find the mutant "${defect}": no mutant has this defect`)

  const { claims = {}, fixtures, foundBy, mutate } = mutant
  const selected = isWhole ? checks : checks.filter(({ id }) => id === foundBy.toLowerCase())
  const options = { claims, fixtures: { ...contractFixtures, ...fixtures }, quick: isWhole }
  const { report } = await checkService(mutate(createMockService(createContractWorld())), options, selected)
  return report
}

test.concurrent.each(titles)('the first cause names the defect: %s', async (defect, title) => {
  const { causes, checks: results } = await checkMutant(defect, { isWhole: false })
  expect(causes[0]?.title).toMatch(title)
  expect(causes[0]?.checks).toEqual(results.map(({ id }) => id))
})

/** Defects that many checks find, with the first cause that a run of all checks reports. */
const commonCauses: readonly (readonly [defect: string, title: string, remedy: string])[] = [
  ['mode async is refused', 'Valid async starts get status 400', 'Support mode async, as section 4.1 requires.'],
  ['the run endpoint is not at v2', 'A run gets status 404', 'Check baseUrl, and the path in it'],
  ['the run endpoint does not know POST', 'A run gets status 405', 'the server has this path, and does not accept POST there'],
  [
    'success is called completed',
    'Expected status success, found "completed"',
    'The document requires: the status of a run is success',
  ],
  [
    'the key of any workflow runs every workflow',
    'Status 200 instead of 403: the key of another workflow is refused with 403, also within one workspace',
    'The document requires: the key of another workflow',
  ],
  ['a key without access is refused with 401', 'Status 401 instead of 403', 'The document requires: the key of another workflow'],
]

describe('in a run of all checks', () => {
  test.concurrent.each(commonCauses)(
    'the first cause names the defect: %s',
    { timeout: 60_000 },
    async (defect, title, remedy) => {
      const { causes } = await checkMutant(defect, { isWhole: true })
      expect(causes[0]).toMatchObject({ title, remedy: expect.stringContaining(remedy) })
    },
  )
})

test.concurrent.each(['the new key does not work after regeneration', 'a publication also makes a new key for another workflow'])(
  'the remedy does not doubt a key that the server accepted before: %s',
  async (defect) => {
    const { causes } = await checkMutant(defect, { isWhole: false })
    expect(causes[0]?.remedy).toMatch(/^The document requires: /)
    expect(causes[0]?.remedy).not.toContain('correct the key')
  },
)
