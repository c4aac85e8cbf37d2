import { createSampleWorld } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { plainPaint } from '../serve/terminal-look.ts'
import { describeWorld } from './announce.ts'

test('lists console sessions under a title of their own', () => {
  const description = describeWorld('http://localhost', { seed: createSampleWorld(), commands: [], paint: plainPaint })
  const titles = description.split('\n').filter((line) => /^[A-Z][\w -]*$/.test(line))
  expect(titles).toEqual(['Workflow keys', 'Tool-hosting keys', 'Console sessions'])
  expect(description).toMatch(/Console sessions\n {2}acme, console session +cookie console_session=/)
})
