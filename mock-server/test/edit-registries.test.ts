import {
  createMockControl,
  createMockHost,
  createMockService,
  createSampleWorld,
  type MockService,
  sampleKeys,
} from '@wfhost/mock-server'
import { expect, test } from 'vitest'

/** Creates the sample world with the registry of Acme in the workspace support, synchronized. */
async function createConnected(): Promise<MockService> {
  const service = createMockService(createSampleWorld())
  service.registries.add('support', service.registries.connect('acme', 'default'))
  await service.registries.sync('support', 'Acme')
  return service
}

test('an edited registry keeps its place, and offers nothing until it is synchronized with another key', async () => {
  const service = await createConnected()
  service.registries.add('support', { name: 'Other', manifestUrl: 'https://other.example/manifest', apiKey: 'other' })
  service.registries.edit('support', 'Acme', { name: 'Acme again' })
  expect(service.registries.list('support')).toMatchObject([
    { name: 'Acme again', toolsets: expect.anything() },
    { name: 'Other' },
  ])

  service.registries.edit('support', 'Acme again', { apiKey: sampleKeys.stagingEnvironment })
  expect(service.registries.offeredTools('support')).toEqual([])
  await service.registries.sync('support', 'Acme again')
  expect(service.registries.list('support')[0]?.toolsets).toMatchObject([{ id: 'mail', version: '2.0.0' }])
})

test('a removed registry offers no tools, and can be added again', async () => {
  const service = await createConnected()
  service.registries.remove('support', 'Acme')
  expect(service.registries.list('support')).toEqual([])
  expect(service.registries.offeredTools('support')).toEqual([])
  service.registries.add('support', service.registries.connect('acme', 'default'))
  expect(service.registries.list('support')).toHaveLength(1)
})

test('a registry that is added without a URL is the registry of this service, in code and over the control API', async () => {
  const host = createMockHost(createSampleWorld)
  const control = createMockControl('http://localhost', { fetch: host.fetch })
  const world = await control.createWorld('own')
  for (const { registries } of [createMockService(createSampleWorld()), control, world]) {
    await registries.add('support', { name: 'Own', apiKey: sampleKeys.defaultEnvironment })
    expect(await registries.sync('support', 'Own')).toMatchObject([{ id: 'mail' }, { id: 'weather' }])
  }
  expect(await world.registries.list('support')).toMatchObject([
    { manifestUrl: 'http://localhost/worlds/own/v1/public/wfhost/manifest' },
  ])
})

test('a registry of this service has the path of its product', () => {
  const service = createMockService(createSampleWorld(), { product: 'tools' })
  service.registries.add('support', { name: 'Own', apiKey: sampleKeys.defaultEnvironment })
  expect(service.registries.list('support')).toMatchObject([{ manifestUrl: 'http://127.0.0.1:4010/v1/public/tools/manifest' }])
})

test('refuses to edit a registry to the name of another one, or to an invalid URL', async () => {
  const service = await createConnected()
  service.registries.add('support', { name: 'Other', manifestUrl: 'https://other.example/manifest', apiKey: 'other' })
  expect(() => service.registries.edit('support', 'Other', { name: 'Acme' })).toThrow(
    'Cannot edit registry "Other": workspace "support" has another registry "Acme"',
  )
  expect(() => service.registries.edit('support', 'Other', { manifestUrl: 'manifest' })).toThrow(
    'Cannot edit registry "Other": manifestUrl: expected an http or https URL without credentials, found "manifest"',
  )
  expect(() => service.registries.edit('support', 'Other', { manifestUrl: 'https://me:secret@other.example' })).toThrow(
    /^Cannot edit registry "Other": manifestUrl: expected an http or https URL without credentials$/,
  )
  expect(() => service.registries.remove('support', 'Othr')).toThrow('did you mean "Other"?')
})

test('a reload keeps an edited registry that was added, and restores the registries of the seed', async () => {
  const apiKey = sampleKeys.defaultEnvironment
  const manifestUrl = 'https://registry.example/manifest'
  const seed = { workspaces: [{ id: 'desk', registries: [{ name: 'Seeded', manifestUrl, apiKey }] }] }
  const service = createMockService(seed)
  service.registries.add('desk', { name: 'Added', manifestUrl, apiKey })
  service.registries.edit('desk', 'Added', { name: 'Added and edited' })
  service.registries.edit('desk', 'Seeded', { name: 'Seeded and edited' })
  service.reload(seed)
  expect(service.registries.list('desk').map(({ name }) => name)).toEqual(['Seeded', 'Added and edited'])
  service.registries.remove('desk', 'Seeded')
  service.registries.remove('desk', 'Added and edited')
  service.reload(seed)
  expect(service.registries.list('desk').map(({ name }) => name)).toEqual(['Seeded'])
})

test('a reload publishes a tool set again that the seed publishes', () => {
  const service = createMockService(createSampleWorld())
  service.unpublishToolset('acme', { toolset: 'mail', environment: 'default' })
  service.reload(createSampleWorld())
  const acme = service.state().organizations.find(({ id }) => id === 'acme')
  expect(acme?.published).toContainEqual({ toolset: 'mail', environment: 'default', version: '1.2.0' })
})

test('names the wrong character of a key, and does not show the key', () => {
  const service = createMockService(createSampleWorld())
  const entry = { name: 'Real', manifestUrl: 'https://registry.example/manifest', apiKey: 'thk_of_a_real_service\n' }
  expect(() => service.registries.add('support', entry)).toThrow(
    /^Cannot add a registry: apiKey: expected a key of visible ASCII characters without spaces, as a header can carry it; its character 22 is U\+000A$/,
  )
})
