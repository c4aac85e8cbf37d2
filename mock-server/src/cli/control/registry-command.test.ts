import { expect, test } from 'vitest'
import { useControlCommand } from '../../../test/use-control-command.ts'

const { control, server } = await useControlCommand()

test('adds the registry of the server itself, or the one at a URL', async () => {
  await control('world create registries')
  expect(await control('--world registries add-registry support Own key')).toEqual([])
  expect(await control('--world registries add-registry support Other key --manifest-url http://127.0.0.1:9/')).toEqual([])
  const registries = (await control('--world registries registries support')).join('\n')
  expect(registries).toContain(`${server.url}/worlds/registries/v1/public/wfhost/manifest`)
  expect(registries).toContain('http://127.0.0.1:9/')
  await control('world remove registries')
})
