import { listAssumptions } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { readProfile } from './read-profile.ts'

const listed = listAssumptions().flatMap(({ options }) => options)

test.each(listed)(
  'every choice of $name that is listed can be assumed, and is the one that is listed then',
  ({ choices, name }) => {
    for (const choice of choices) {
      const written = typeof choice === 'string' ? choice : JSON.stringify(choice)
      const shown = listAssumptions(readProfile([`${name}=${written}`])).flatMap(({ options }) => options)
      expect(shown.find((option) => option.name === name)?.value).toEqual(choice)
    }
  },
)
