import type { MockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkChanged } from '../../proof/contract-server.ts'
import { deep, everywhere, intercept, onResponse, parse, respond } from '../../proof/mutants/mutant.ts'
import { checks } from '../../src/engine/checks.ts'

const observations = checks.filter(({ force }) => force === 'observe').map(({ id }) => id)

test('an observation shows names and types, and no value', async () => {
  const marked = onResponse(everywhere, ({ text }) => {
    const body = parse(text)
    return body === undefined
      ? undefined
      : { text: JSON.stringify(deep(body, (value) => (typeof value === 'string' ? `marker ${value}` : value))) }
  })
  const { report } = await checkChanged(marked, { only: observations })
  const seen = report.checks.filter(({ verdict }) => verdict === 'observed')
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.map(({ message }) => message).join()).not.toContain('marker')
})

test.each([
  ['that refuses everything', 'INCOMPLETE', (service: MockService) => intercept(everywhere, () => respond(500, {}))(service)],
  [
    'that sends empty bodies',
    'PARTIAL',
    (service: MockService) => intercept(everywhere, () => ({ ...respond(200, null), text: '' }))(service),
  ],
  [
    'that cannot be reached',
    'INCOMPLETE',
    (service: MockService) => ({ ...service, fetch: () => Promise.reject(new TypeError('fetch failed')) }),
  ],
] as const)('no observation fails on a server %s, and the verdict is %s', async (_, verdict, change) => {
  const { report } = await checkChanged(change, { only: observations })
  const outcomes = new Set(report.checks.map((check) => check.verdict))
  expect([...outcomes].filter((outcome) => outcome !== 'observed' && outcome !== 'blocked')).toEqual([])
  expect(report.verdict).toBe(verdict)
})

test('exactly the checks without evidence in the source document only observe', () => {
  const wrong = checks.filter(({ evidence, force }) => (evidence === 'notShown') !== (force === 'observe'))
  expect(wrong).toEqual([])
  expect(observations.length).toBeGreaterThan(5)
})
