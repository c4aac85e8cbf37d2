import { createMockControl, createMockHost, createSampleWorld } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'

function hosted() {
  const host = createMockHost(createSampleWorld)
  return createMockControl('http://localhost', { fetch: host.fetch })
}

async function idsOf(control: ReturnType<typeof hosted>): Promise<readonly string[]> {
  return (await control.listWorlds()).map(({ id }) => id)
}

test('a world is removed at the end of the block that uses it', async () => {
  const control = hosted()
  {
    await using world = await control.createWorld('mine')
    expect(world.url).toBe('http://localhost/worlds/mine')
    expect(await idsOf(control)).toEqual(['mine'])
  }
  expect(await idsOf(control)).toEqual([])
})

test('a client removes the worlds that it has created, and no others', async () => {
  const host = createMockHost(createSampleWorld)
  const observer = createMockControl('http://localhost', { fetch: host.fetch })
  await observer.createWorld('other')
  {
    await using control = createMockControl('http://localhost', { fetch: host.fetch })
    await control.createWorld('one')
    const two = await control.createWorld('two')
    await two.remove()
    expect(await idsOf(observer)).toEqual(['other', 'one'])
  }
  expect(await idsOf(observer)).toEqual(['other'])
})

test('a wait for a request ends with the reason of its signal', async () => {
  const stop = new AbortController()
  const waiting = hosted().waitForRequest({ flowId: 'echo' }, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('a host and its server are closed at the end of the block that uses them', async () => {
  const urls: string[] = []
  const hosts: ReturnType<typeof createMockHost>[] = []
  {
    await using host = createMockHost(createSampleWorld)
    await using server = await listen(host)
    await createMockControl(server.url).createWorld('mine')
    urls.push(server.url)
    hosts.push(host)
  }
  await expect(fetch(urls[0] ?? '')).rejects.toThrow()
  const [host] = hosts
  if (host === undefined) return expect.unreachable()
  expect(await createMockControl('http://localhost', { fetch: host.fetch }).listWorlds()).toEqual([])
})
