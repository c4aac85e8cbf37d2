import { readFileSync } from 'node:fs'
import { createWorkflowClient, type RecordedOutcome, runMany } from '@wfhost/sdk'
import { BatchFileError, openBatchFile } from '@wfhost/sdk/batch-file'
import { describe, expect, test } from 'vitest'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'
import { useFolder } from './command-surroundings.ts'
import { succeeded } from './faults.ts'

const { at, file } = useFolder()

const opened = '{"opened":"2026-11-22T00:00:00.000Z"}\n'

describe('A record with an unknown outcome word', () => {
  test.each([
    '{"index":0,"outcome":"succeded"}',
    '{"index":0,"outcome":"Succeeded"}',
    '{"index":0,"outcome":null}',
    '{"index":"0","outcome":"succeeded"}',
    '{"opened":"2026-11-22T00:00:00.000Z","index":0,"outcome":"succeded"}',
    '{"summary":{},"index":0,"outcome":"done"}',
  ])('is refused with its line, and nothing is sent: %s', async (line) => {
    const path = file(`${Buffer.from(line).toString('hex').slice(-40)}.jsonl`, `${opened}${line}\n`)
    await expect(openBatchFile(path)).rejects.toThrow(/Cannot continue with line 2 of .+: no batch wrote this line/)
    expect(readFileSync(path, 'utf8')).toBe(`${opened}${line}\n`)
  })

  test.each(['succeded', true, 1, {}])('from a store of the caller ends the batch, and nothing is sent: %j', async (outcome) => {
    const sent: Request[] = []
    const fetch = async (request: Request) => {
      sent.push(request)
      return succeeded()
    }
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch })
    const store = { start: () => outcome as RecordedOutcome, settle: () => {} }
    const batch = async () => {
      for await (const _ of runMany(client, 'flow', [{ n: 1 }], { store }));
    }
    await expect(batch()).rejects.toThrow('Cannot determine whether input 0 ran: the store returned ')
    expect(sent).toEqual([])
  })
})

test.each([
  ['undefined', undefined],
  ['a bigint', { n: 1n }],
  ['a function', () => 1],
])('An input that JSON cannot represent is refused with the message of the client, also with a file: %s', async (_, input) => {
  const path = at(`unsendable-${String(_).replaceAll(' ', '-')}.jsonl`)
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch: async () => succeeded() })
  const store = await openBatchFile(path)
  const outcomes: string[] = []
  const inputs = [{ n: 1 }, input as unknown as { n: number }, { n: 3 }]
  for await (const item of runMany(client, 'flow', inputs, { store, concurrency: 1 })) outcomes.push(item.outcome)
  await store.close()
  expect(outcomes).toEqual(['succeeded', 'refused', 'succeeded'])
})

test('records the outcome of a run that nests too deeply for a line, and throws an error that says so', async () => {
  const path = at('deep.jsonl')
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  const entry = { key: '0', index: 0, input: { n: 1 } }
  const run = succeededRun(deep, {})
  const store = await openBatchFile(path)
  await store.start(entry)
  expect(() => store.settle(entry, { index: 0, input: entry.input, outcome: 'succeeded', run })).toThrow(
    new BatchFileError(
      `Cannot write the run of input 0 to ${path}: it nests too deeply, or is too long, for a line of JSON. Its outcome is recorded`,
    ),
  )
  expect(await store.close()).toBe(0)

  const later = await openBatchFile(path)
  expect(later.recorded).toEqual(new Map([['0', 'succeeded']]))
  await later.close()
})
