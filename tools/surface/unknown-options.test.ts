import { expect, test } from 'vitest'
import { callsWithUnknownOption, unknownName } from './unknown-option-calls.ts'

test.each(Object.keys(callsWithUnknownOption))('%s rejects a name that it does not have', async (name) => {
  await expect(async () => callsWithUnknownOption[name]?.()).rejects.toThrow(unknownName)
})
