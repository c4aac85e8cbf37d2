import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { createMockControl } from '@wfhost/mock-server'
import { freePort } from '../scripts/free-port.ts'
import { expectAllRun, type Framework, type Project } from './run/make-project.ts'
import { type Server, startServer } from './run/start-server.ts'
import { askForm, withPage } from './run/with-page.ts'

const edgeRoute = fileURLToPath(new URL('next/edge-route.ts', import.meta.url))

/** Next.js, as a build and in development. */
export const next: Framework = { recipe: 'next', said: ['next', 'react'], run }

async function run(project: Project): Promise<void> {
  mkdirSync(join(project.folder, 'app/api/edge'))
  cpSync(edgeRoute, join(project.folder, 'app/api/edge/route.ts'))
  expectAllRun(await project.run(['npm', 'test']))
  await withNext(project, { script: 'start', mock: true, use: tryServed })
  const tryDeveloped = async (place: Place) => {
    await tryServed(place)
    await tryEdited(place)
  }
  await withNext(project, { script: 'dev', mock: true, use: tryDeveloped })
  await withNext(project, { script: 'start', mock: false, use: tryBare })
}

/** The addresses of Next.js and of the service that `register` serves. */
interface Place {
  readonly url: string
  readonly service: string
  readonly project: Project
  readonly server: Server
}

interface NextRun {
  readonly script: 'start' | 'dev'
  readonly mock: boolean
  readonly use: (place: Place) => Promise<void>
}

async function withNext(project: Project, { mock, script, use }: NextRun): Promise<void> {
  const [port, servicePort] = [await freePort(), await freePort()]
  // With the host name that Next.js knows: in development, it gives pages of other hosts no scripts.
  const url = `http://localhost:${port}`
  const service = `http://127.0.0.1:${servicePort}`
  const values = parseEnv(readFileSync(join(project.folder, '.env.development'), 'utf8'))
  const env = { ...values, MOCK_WORKFLOWS: mock ? '1' : '0', WFHOST_BASE_URL: service }
  const command = ['npm', 'run', script, '--', '-p', String(port)]
  const server = await startServer(project, { command, env, url: `${url}/api/edge` })
  try {
    await use({ url, service, project, server })
  } finally {
    await server.stop()
  }
}

async function tryServed({ server, service, url }: Place): Promise<void> {
  assert((await ask(url)) === 'For billing', `a page that calls a route: ${server.output()}`)
  const received = await createMockControl(service).journal({ args: { subject: 'My invoice is wrong' } })
  assert(received.length === 1, `it received ${received.length} like this`)
  const edge = await (await fetch(`${url}/api/edge`)).text()
  assert(edge === '{"runtime":"edge"}', `a route for the edge: ${edge}\n${server.output()}`)
}

/** The service and its state stay when code is edited. */
async function tryEdited({ project, server, service, url }: Place): Promise<void> {
  const control = createMockControl(service)
  await control.setCredits('acme', 41)
  for (const file of ['app/api/triage/route.ts', 'instrumentation.ts']) {
    appendFileSync(join(project.folder, file), `\nconsole.log('edited: ${file}')\n`)
    await editSeen(server, { file, url })
    const response = await post(url)
    assert(response === '200 billing', `${response} after ${file} was edited\n${server.output()}`)
  }
  assert(server.output().includes('edited: app/api/triage/route.ts'), 'the route was not loaded again')
  assert.equal(await control.creditBalance('acme'), 41)
}

/** Calls until the edited file reports that it was loaded. `instrumentation.ts` may never be loaded again. */
async function editSeen(server: Server, { file, url }: { readonly file: string; readonly url: string }): Promise<void> {
  for (let trial = 0; trial < 20 && !server.output().includes(`edited: ${file}`); trial++) {
    await setTimeoutPromise(250)
    await post(url)
  }
}

/** Without the variable, nothing is served. */
async function tryBare({ service, url }: Place): Promise<void> {
  const response = await post(url)
  assert(response.startsWith('500 '), `the route responded with ${response}`)
  await assert.rejects(fetch(service))
}

/** The response of the route. */
async function post(url: string): Promise<string> {
  const response = await fetch(`${url}/api/triage`, { method: 'POST', body: '{"subject":"My invoice"}' })
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('application/json')) return `${response.status} ${text}`
  const { message, team } = JSON.parse(text)
  return `${response.status} ${message ?? team}`
}

/** The text of the form of the page. In development, Next.js needs some time to hydrate it. */
function ask(url: string): Promise<string> {
  return withPage(url, async (page) => {
    await page.waitForFunction(() => Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react')))
    return askForm(page)
  })
}
