import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createMockControl, sampleKeys } from '@wfhost/mock-server'
import { freePort } from '../../scripts/free-port.ts'
import { type CaseResult, type Framework, type Project, succeed, tryCase } from './run/make-project.ts'
import { type Server, startServer } from './run/start-server.ts'
import { withPage } from './run/with-page.ts'

const edgeRoute = fileURLToPath(new URL('next/edge-route.ts', import.meta.url))

const secret = 'shared with the sender'

/** Next.js, as it is built and as it is developed. */
export const next: Framework = { name: 'next', example: 'next', said: ['next', 'react'], run }

async function run(project: Project): Promise<readonly CaseResult[]> {
  mkdirSync(join(project.folder, 'app/api/edge'))
  cpSync(edgeRoute, join(project.folder, 'app/api/edge/route.ts'))
  const built = await succeed(project, { name: 'next build', command: ['next', 'build'] })
  if (built.error !== undefined) return [built]
  const started = await withNext(project, { command: 'start', mock: true, use: tryServed })
  const developed = await withNext(project, {
    command: 'dev',
    mock: true,
    use: async (place) => [...(await tryServed(place)), await tryEdited(place)],
  })
  const bare = await withNext(project, { command: 'start', mock: false, use: async (place) => [await tryBare(place)] })
  return [built, ...started, ...developed, ...bare]
}

/** Where Next.js serves, and where the service is that `register` serves. */
interface Place {
  readonly title: string
  readonly url: string
  readonly service: string
  readonly project: Project
  readonly server: Server
}

interface NextRun {
  readonly command: 'start' | 'dev'
  readonly mock: boolean
  readonly use: (place: Place) => Promise<CaseResult[]>
}

async function withNext(project: Project, { command, mock, use }: NextRun): Promise<CaseResult[]> {
  const [port, servicePort] = [await freePort(), await freePort()]
  // By the name that Next.js knows: when it develops, it gives pages of another one no scripts.
  const url = `http://localhost:${port}`
  const service = `http://127.0.0.1:${servicePort}`
  const { 'support-triage': key, 'webhook-intake': intakeKey } = sampleKeys.workflows
  const webhook = { WEBHOOK_SECRET: secret, WEBHOOK_INTAKE_KEY: intakeKey }
  const env = { MOCK_WORKFLOWS: mock ? '1' : '0', WFHOST_BASE_URL: service, WFHOST_API_KEY: key, ...webhook }
  const title = `next ${command}`
  const server = await startServer(project, { command: ['next', command, '-p', String(port)], env, url: `${url}/api/edge` })
  try {
    return await use({ title, url, service, project, server })
  } finally {
    await server.stop()
  }
}

async function tryServed({ server, service, title, url }: Place): Promise<CaseResult[]> {
  const control = createMockControl(service)
  return [
    await tryCase(`${title}: a page that is made on the server calls the workflow`, async () => {
      const text = await (await fetch(url)).text()
      assert(text.includes('The last one was for billing'), `${text}\n${server.output()}`)
    }),
    await tryCase(`${title}: a page in Chromium calls the workflow by a route`, async () => {
      assert((await ask(url)) === 'For billing', server.output())
      const received = await control.received({ flowId: 'support-triage', args: { subject: 'My invoice is wrong' } })
      assert(received.length === 1, `it received ${received.length} like this`)
    }),
    await tryCase(`${title}: a test sets the limit that the page then meets`, async () => {
      await control.setRateLimit({ rateLimit: { requests: 1, windowMs: 3_600_000 } })
      const answers = [await post(url), await post(url)]
      await control.setRateLimit({ rateLimit: null })
      const [first, second] = answers
      assert(first === '200 billing' && second === '503 Too many requests', answers.join(', '))
    }),
    await tryCase(
      `${title}: a delivery with its signature starts one run, however often it comes, and another one none`,
      async () => {
        const body = '{"action":"opened"}'
        const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
        const deliver = (signed: string) => {
          const headers = { 'x-github-delivery': title, 'x-hub-signature-256': signed }
          return fetch(`${url}/api/webhook`, { method: 'POST', body, headers })
        }
        const statuses = [await deliver('sha256=0'), await deliver(signature), await deliver(signature)].map(
          ({ status }) => status,
        )
        const received = await control.received({ flowId: 'webhook-intake' })
        assert(
          statuses.join() === '401,202,202' && received.length === 1,
          `${statuses}, ${received.length} runs\n${server.output()}`,
        )
      },
    ),
    await tryCase(`${title}: a route for the edge is served beside it`, async () => {
      const text = await (await fetch(`${url}/api/edge`)).text()
      assert(text === '{"runtime":"edge"}', `${text}\n${server.output()}`)
    }),
  ]
}

function tryEdited({ project, server, service, title, url }: Place): Promise<CaseResult> {
  return tryCase(`${title}: the service and its state stay when code is edited`, async () => {
    const control = createMockControl(service)
    await control.setCredits({ orgId: 'acme', credits: 41 })
    for (const file of ['app/api/triage/route.ts', 'instrumentation.ts']) {
      appendFileSync(join(project.folder, file), `\nconsole.log('edited: ${file}')\n`)
      await editSeen(server, { file, url })
      const answer = await post(url)
      assert(answer === '200 billing', `${answer} after ${file} was edited\n${server.output()}`)
    }
    assert(server.output().includes('edited: app/api/triage/route.ts'), 'the route was not loaded again')
    assert((await control.creditBalance({ orgId: 'acme' })) === 41, 'the state is another one')
  })
}

/** Calls until the edited file said that it was loaded; `instrumentation.ts` may never be loaded again. */
async function editSeen(server: Server, { file, url }: { readonly file: string; readonly url: string }): Promise<void> {
  for (let trial = 0; trial < 20 && !server.output().includes(`edited: ${file}`); trial++) {
    await setTimeoutPromise(250)
    await post(url)
  }
}

function tryBare({ service, title, url }: Place): Promise<CaseResult> {
  return tryCase(`${title}: nothing is served where nobody asked for it`, async () => {
    const answer = await post(url)
    assert(answer.startsWith('500 '), `the route answered ${answer}`)
    const reached = await fetch(service).then(
      () => true,
      () => false,
    )
    assert(!reached, 'the service is there')
  })
}

/** What the route says. */
async function post(url: string): Promise<string> {
  const response = await fetch(`${url}/api/triage`, { method: 'POST', body: '{"subject":"My invoice"}' })
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('application/json')) return `${response.status} ${text}`
  const { message, team } = JSON.parse(text)
  return `${response.status} ${message ?? team}`
}

/** What the form of the page says. Next.js takes its time to bring it to life when it develops. */
function ask(url: string): Promise<string> {
  return withPage(url, async (page) => {
    await page.waitForFunction(() => Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react')))
    await page.getByLabel('Subject').fill('My invoice is wrong')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.waitForFunction(() => document.querySelector('output')?.textContent !== '')
    return (await page.getByRole('status').textContent()) ?? ''
  })
}
