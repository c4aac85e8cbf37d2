import { expect, test } from 'vitest'
import { runExpression } from './run-expression.ts'

test('an expression does not affect a later one of another workflow', async () => {
  const leaks = [
    'new Array(1000).fill(0).map(() => new Promise(() => {})).length',
    '[Promise.resolve(args.text).then((text) => text.repeat(1e6))].length',
    '"x".repeat(2e7).length',
    '[new Uint8Array(2e7)].length',
    'Array.from({ length: 400 }, () => new Uint8Array(2.4e6))',
  ]
  for (let index = 0; index < 100; index += 1) await runExpression(leaks[index % leaks.length] ?? '', { args: { text: 'Ada' } })
  expect(await runExpression('new Uint8Array(3e7).length')).toMatchObject({ status: 'success', result: 30_000_000 })
  expect(await runExpression('args.text', { args: { text: 'Ada' } })).toMatchObject({ status: 'success', result: 'Ada' })
})
