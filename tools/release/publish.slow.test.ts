import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { publish } from './publish.ts'

interface Packument {
  readonly name: string
  readonly versions: Readonly<Record<string, object>>
}

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Creates a folder beside this one, so its path looks like the path of a release. The end of the test removes it. */
function makeFolder(): string {
  const folder = mkdtempSync('release-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The part of a registry that npm uses. It refuses some packages. */
async function openRegistry(folder: string, refused: Set<string>) {
  const packages = new Map<string, Packument>()
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '').replace(/\?.*/, '')
    const respond = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (request.method !== 'PUT') return respond(packages.has(name) ? 200 : 404, packages.get(name) ?? {})
    if (refused.has(name)) return respond(403, { error: 'no' })
    const { versions }: Packument = Object(await json(request))
    packages.set(name, { name, versions: { ...packages.get(name)?.versions, ...versions } })
    return respond(201, {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`)
  vi.stubEnv('npm_config_cache', resolve(folder, 'cache'))
  vi.stubEnv(`npm_config_//127.0.0.1:${port}/:_authToken`, 'token-of-a-test')
  return { server, packages }
}

/** Creates a package of one file, at a path as `pack` names it. */
function tarballOf(folder: string, name: string, version: string) {
  const manifest = { name, version, exports: {} }
  const path = join(folder, `${name.slice(1).replace('/', '-')}-${version}.tgz`)
  mkdirSync(join(folder, 'package'), { recursive: true })
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest))
  execFileSync('tar', ['-czf', path, '-C', folder, 'package'])
  return { manifest, path }
}

test('A release publishes the packages that the registry lacks, resumes after a failure, and publishes nothing the second time', async () => {
  const folder = makeFolder()
  const refused = new Set(['@of-a-test/b'])
  const { packages } = await openRegistry(folder, refused)
  const tarballs = ['@of-a-test/a', '@of-a-test/b'].map((name) => tarballOf(folder, name, '1.0.0'))
  await expect(publish(tarballs)).rejects.toThrow('E403')
  refused.clear()
  expect(await publish(tarballs)).toEqual(['@of-a-test/b@1.0.0'])
  expect(await publish(tarballs)).toEqual([])
  expect(await publish([tarballOf(folder, '@of-a-test/a', '1.1.0')])).toEqual(['@of-a-test/a@1.1.0'])
  expect(Object.keys(packages.get('@of-a-test/a')?.versions ?? {})).toEqual(['1.0.0', '1.1.0'])
}, 120_000)

test('A release publishes nothing and reports it if its registry does not respond', async () => {
  const folder = makeFolder()
  const { server } = await openRegistry(folder, new Set())
  await new Promise((closed) => server.close(closed))
  vi.stubEnv('npm_config_fetch_retries', '0')
  await expect(publish([tarballOf(folder, '@of-a-test/a', '1.0.0')])).rejects.toThrow('ECONNREFUSED')
})
