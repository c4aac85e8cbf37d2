import { readFileSync } from 'node:fs'
import { createServiceFromWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

const file = '../../examples/worlds/support-desk.yaml'
const text = readFileSync(new URL(file, import.meta.url), 'utf8')

test('a world file in process has its registries and its profile', async () => {
  const service = await createServiceFromWorldFile(`${text}\nprofile: { keyFormat: hex, asyncStatus: 202 }`, {
    profile: { keyFormat: 'uuid' },
  })
  service.freezeClock()
  const args = { subject: 'Invoice 17 is wrong', email: 'ada@acme.example' }
  expect(await run(service, { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args })).toMatchObject({
    body: { status: 'success', result: { team: 'billing', plan: 'gold', sent: true } },
  })
  expect(await run(service, { flowId: 'monthly-report', key: 'wfk_monthly_report', mode: 'async' })).toMatchObject({
    status: 202,
  })
  expect(service.regenerateKey('answer-ticket')).toMatch(/^[0-9a-f]{8}-/)
  service.stop()
})

test('a registry that cannot be read offers nothing, and says why where it is asked', async () => {
  const registries = '[{ name: Elsewhere, manifestUrl: "https://registry.example/manifest", apiKey: k }]'
  const service = await createServiceFromWorldFile(`workspaces: [{ id: desk, registries: ${registries} }]`, {
    registryFetch: async () => new Response(null, { status: 503 }),
  })
  expect(service.offeredTools('desk')).toEqual([])
  expect(await service.syncRegistries()).toEqual([expect.stringContaining('registry "Elsewhere": the registry answered 503')])
})

test('what is wrong with the file, and with the options, is said', async () => {
  await expect(createServiceFromWorldFile('workspace: []', { file: 'mine.yaml' })).rejects.toThrow('mine.yaml:1: workspace: ')
  const generated = `workspaces: [{ id: crm, workflows: [{ flowId: find, published: true, generated: '{{person.fulName}}' }] }]`
  await expect(createServiceFromWorldFile(generated)).rejects.toThrow('faker.person has no "fulName"; did you mean "fullName"?')
  const options: object = { profil: {} }
  await expect(createServiceFromWorldFile('', options)).rejects.toThrow(
    'nothing is called "profil" here; did you mean "profile"?',
  )
})
