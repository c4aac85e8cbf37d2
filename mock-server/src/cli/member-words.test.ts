import { expect, test } from 'vitest'
import { toCommandLineName } from './member-words.ts'

test('names a duration without its unit', () => {
  expect(['ms', 'timeoutMs', 'credits'].map(toCommandLineName)).toEqual(['duration', 'timeout', 'credits'])
})
