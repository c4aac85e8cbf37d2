import { expect, test } from 'vitest'
import { callsWithUnknownNestedOption } from './unknown-nested-option-calls.ts'
import { unknownName } from './unknown-option.ts'
import { callsWithUnknownOption } from './unknown-option-calls.ts'

const calls = { ...callsWithUnknownOption, ...callsWithUnknownNestedOption }

test.each(Object.keys(calls))('%s rejects a name that it does not have', async (name) => {
  await expect(async () => calls[name]?.()).rejects.toThrow(unknownName)
})
