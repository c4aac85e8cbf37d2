import { sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { useControlCommand } from '../../../test/use-control-command.ts'

const { control, server } = await useControlCommand()

test('lists every unexpected request, and each fault that matched none without the keys of the world', async () => {
  const key = sampleKeys.workflows.echo
  await fetch(`${server.url}/v1/typo`)
  await control(`fault status --status 503 --key ${key} --body {"message":"${key}"}`)
  await control('fault hang --key wfk_of_another_server')

  const lines = (await control('verify --every-fault-matched')).join('\n').split('\n')
  expect(lines.slice(0, 2)).toEqual([
    'wfhost-mock: Unexpected requests (1):',
    expect.stringMatching(/^ {2}\d+\. GET \/v1\/typo: the document has no such operation$/),
  ])
  expect(lines).toContain('Faults that matched no request (2):')
  const [json = ''] = await control('verify --every-fault-matched --json')
  expect(JSON.parse(json).error.message).toContain('GET /v1/typo: the document has no such operation')

  for (const printed of [lines.join('\n'), json, ...(await control('faults')), ...(await control('faults --json'))]) {
    expect(printed).not.toMatch(new RegExp(`${key}|wfk_of_another_server`))
  }
  expect((await control('faults')).join('\n')).toContain('"key":"[key of workflow echo]"')
  await control('clear-faults')
  await control('clear-journal')
})
