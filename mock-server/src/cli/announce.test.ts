import { createSampleWorld } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { plainPaint } from '../serve/terminal-look.ts'
import { describeWorld, summarizeWorld } from './announce.ts'

function describe(seed = createSampleWorld()): string[] {
  return describeWorld({ seed, commands: [], paint: plainPaint }).split('\n')
}

test('lists each workflow with its key and its arguments, of which optional ones have a question mark', () => {
  const lines = describe()
  expect(lines[0]).toMatch(/^ workflow +key +arguments$/)
  expect(lines).toContainEqual(expect.stringMatching(/^ support-triage {2}wfk_support_triage +subject, priority\?, /))
  expect(lines).toContainEqual(expect.stringMatching(/^ slow +wfk_slow +any$/))
})

test('says of a workflow that cannot run why it cannot', () => {
  const lines = describe()
  expect(lines).toContainEqual(expect.stringMatching(/^ archived +wfk_archived +archived$/))
  expect(lines).toContainEqual(expect.stringMatching(/^ draft +none +not published$/))
})

test('lists each environment with its key and the tool sets that are published to it', () => {
  const lines = describe()
  expect(lines).toContainEqual(expect.stringMatching(/^ environment +tool-hosting key +tool sets$/))
  expect(lines).toContainEqual(expect.stringMatching(/^ acme\/default +thk_acme_default +mail 1\.2\.0, weather 3\.0\.1, /))
  expect(lines).toContainEqual(expect.stringMatching(/^ acme\/empty +thk_acme_empty +none published$/))
})

test('lists console sessions in a table of their own, and leaves out a table without rows', () => {
  expect(describe()).toContainEqual(' acme          console_session=session_acme')
  const { organizations: _, ...seed } = createSampleWorld()
  expect(describe(seed).join()).not.toMatch(/environment|console_session/)
})

test('begins each column of a table below its title', () => {
  const [head = '', ...rows] = describe().slice(0, 5)
  for (const row of rows) {
    expect(row.indexOf('wfk_')).toBe(head.indexOf('key'))
    expect(row.slice(head.indexOf('arguments') - 2)).toMatch(/^ {2}\S/)
  }
})

test('counts the workflows and the tool sets of a world', () => {
  expect(summarizeWorld(createSampleWorld())).toMatch(/^1\d workflows, \d tool sets$/)
  expect(summarizeWorld({ workspaces: [{ id: 'desk', workflows: [{ flowId: 'a', implementation: () => 1 }] }] })).toBe(
    '1 workflow, 0 tool sets',
  )
})

test('prints a name with control characters on one line', () => {
  const name = 'a\u001b[31m\nb'
  const lines = describe({
    workspaces: [{ id: 'desk', workflows: [{ flowId: name, key: 'key_of_a', implementation: () => 1 }] }],
  })
  expect(lines).toHaveLength(2)
  expect(lines[1]).not.toContain('\u001b')
})
