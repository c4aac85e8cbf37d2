import { expect, test } from 'vitest'
import { type Calls, createCalls } from './create-calls.ts'
import type { ToWorker } from './messages.ts'

function calls(): Calls & { readonly sent: readonly ToWorker[] } {
  const sent: ToWorker[] = []
  return { ...createCalls((message) => sent.push(message)), sent }
}

test('each result goes to who asked for it, in whatever order they come', async () => {
  const { call, receive, sent } = calls()
  const results = [call('describe', { argument: 'a' }), call('describe', { argument: 'b' })]
  expect(sent).toEqual([
    { id: 1, name: 'describe', argument: 'a' },
    { id: 2, name: 'describe', argument: 'b' },
  ])
  receive({ id: 2, value: 'B', inPieces: false })
  receive({ id: 1, error: { name: 'WorldFileError', message: 'line 3' } })
  expect(await results[1]).toEqual({ value: 'B' })
  await expect(results[0]).rejects.toMatchObject({ name: 'WorldFileError', message: 'line 3' })
})

test('a body comes in its pieces, and breaks off where the worker says so', async () => {
  const { call, receive } = calls()
  const results = [call('answer', { argument: {} }), call('answer', { argument: {} })]
  for (const id of [1, 2]) {
    receive({ id, value: {}, inPieces: true })
    receive({ id, piece: Buffer.from('one ') })
  }
  receive({ id: 1, piece: Buffer.from('two') })
  receive({ id: 1, piece: 'end' })
  receive({ id: 2, piece: 'broken' })
  const [whole, broken] = await Promise.all(results)
  expect((await whole?.pieces?.toArray())?.map(String)).toEqual(['one ', 'two'])
  await expect(broken?.pieces?.toArray()).rejects.toThrow('The body broke off')
})

test('a call that nobody waits for is abandoned, also if that was so before', () => {
  const { call, sent } = calls()
  const leaving = new AbortController()
  void call('answer', { argument: {}, signal: leaving.signal })
  expect(sent).toHaveLength(1)
  leaving.abort()
  void call('answer', { argument: {}, signal: AbortSignal.abort() })
  expect(sent.slice(1)).toEqual([
    { id: 1, abandoned: true },
    { id: 2, name: 'answer', argument: {} },
    { id: 2, abandoned: true },
  ])
})

test('what waits when the worker has gone fails with the reason', async () => {
  const { call, end } = calls()
  const result = call('ready', { argument: undefined })
  end(new Error('Worker 1 was ended by SIGKILL'))
  await expect(result).rejects.toThrow('Worker 1 was ended by SIGKILL')
})
