import { expect, test } from 'vitest'
import { claimDemonstrations } from './claim-demonstrations.ts'
import { listDemonstratedClaims, listProgramClaims } from './evidence.ts'
import { pages } from './pages/pages.ts'
import { unverified } from './unverified.ts'

const claims = listProgramClaims()
const demonstrated = listDemonstratedClaims()
const withPage = Object.keys(pages)

test('either a demonstration or a page confirms each claim about a program, unless it is listed as unverified', () => {
  const unconfirmed = claims.filter((claim) => !demonstrated.includes(claim) && !withPage.includes(claim))

  expect(unconfirmed).toEqual(Object.keys(unverified))
  expect(withPage.filter((claim) => demonstrated.includes(claim))).toEqual([])
})

test('each demonstration of a claim and each page belongs to a claim of an entry', () => {
  const confirmed = [...claimDemonstrations.map(({ claim }) => claim), ...withPage]

  expect(confirmed.filter((claim) => !claims.includes(claim))).toEqual([])
})

test('no two demonstrations show the same claim by itself', () => {
  const demonstratedAlone = claimDemonstrations.map(({ claim }) => claim)

  expect(new Set(demonstratedAlone).size).toBe(demonstratedAlone.length)
})

test.each(Object.entries(pages))('the page for "%s" has an address with https', (_, address) => {
  expect(new URL(address).protocol).toBe('https:')
})
