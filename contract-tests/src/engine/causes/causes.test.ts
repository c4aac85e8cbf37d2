import { expect, test } from 'vitest'
import { checkChanged } from '../../../proof/contract-server.ts'
import { contractFixtures } from '../../../proof/contract-world.ts'
import { type Change, intercept, isAsync, onResponse, onStatus, respond } from '../../../proof/mutants/mutant.ts'
import type { ServerDescription } from '../server-description.ts'

/** Responds to the requests whose path contains a text with a status. */
function respondTo(text: string, status: number): Change {
  return intercept(['run', 'public manifest'], (request, { pass }) =>
    request.url.pathname.includes(text) ? respond(status, { message: 'Fault' }) : pass(),
  )
}

async function findCauses(change: Change, options: Partial<ServerDescription> = {}) {
  const { report } = await checkChanged(change, options)
  return report.causes.filter(({ verdict }) => verdict !== 'warn')
}

test.concurrent('the same status of several checks of a fixture is one cause, which names it', { timeout: 60_000 }, async () => {
  const causes = await findCauses(respondTo('failing', 500))
  expect(causes).toMatchObject([
    {
      title: 'A run with fixtures.failing gets status 500',
      remedy: expect.stringContaining('Look for the error in the log of the server'),
      verdict: 'fail',
      fixture: 'fixtures.failing',
    },
  ])
  expect(causes[0]?.checks).toEqual(expect.arrayContaining(['run-sync-body', 'run-error', 'run-steps', 'run-status.parallel']))
})

test.concurrent('a fixture that is not published is one cause of the blocked checks, which names the fixture', async () => {
  const causes = await findCauses(respondTo('/typed/', 404), { areas: ['run-sync', 'run-async'] })
  expect(causes).toMatchObject([
    {
      title: 'A run with fixtures.typed gets status 404',
      remedy: 'Publish the workflow of fixtures.typed on the server, or correct its flowId.',
      verdict: 'blocked',
      fixture: 'fixtures.typed',
    },
  ])
})

test.concurrent('a run with another status of a success is one cause, whose remedy names 200', async () => {
  const [cause, ...others] = await findCauses(onStatus({ at: ['run'], status: 200 }, 201), { areas: ['run-sync'] })
  expect(cause).toMatchObject({
    title: 'Expected status 200, found 201',
    remedy: 'Respond with 200, which marks a successful call (section 4.1).',
    verdict: 'fail',
  })
  expect(others).toEqual([])
})

test.concurrent('a wrong count of runs or credits names settleMs, because earlier requests may count', async () => {
  const twice: Change = intercept(['run'], async (request, { pass }) => {
    if (isAsync(request)) await pass()
    return pass()
  })
  const causes = await findCauses(twice, { only: ['run-async.background'] })
  expect(causes[0]?.remedy).toContain('raise settleMs')
})

test.concurrent('a wrong product is one cause, whose remedy names product', async () => {
  const [cause, ...others] = await findCauses((service) => service, { product: 'other', only: ['man-content', 'man-skip'] })
  expect(cause?.title).toBe('A public manifest gets status 404')
  expect(cause?.remedy).toContain('Check product')
  expect(others).toEqual([])
})

const { echo, registry } = contractFixtures

test.concurrent.each<[mistake: string, options: Partial<ServerDescription>, cause: readonly [title: string, remedy: string]]>([
  ['product', { product: 'other' }, ['the tool registry got 404 or 401', 'Check product']],
  [
    'key of fixtures.registry',
    { fixtures: { ...contractFixtures, registry: { ...registry, key: 'thk_of_another_server' } } },
    ['Every request with $', 'Check the key of fixtures.registry: the server does not accept it.'],
  ],
  [
    'key of fixtures.echo',
    { fixtures: { ...contractFixtures, echo: { ...echo, key: 'wfk_of_another_server' } } },
    ['401', 'Check the key of fixtures.echo: the server does not accept it.'],
  ],
  [
    'flowId of fixtures.echo',
    // A hook would report the workflow that it cannot find, too.
    { fixtures: { ...contractFixtures, echo: { ...echo, flowId: 'no-such-flow' } }, areas: ['run-sync', 'run-async'] },
    ['A run with fixtures.echo gets status 404', 'Publish the workflow of fixtures.echo on the server'],
  ],
])('a wrong %s is one cause of a whole run', { timeout: 60_000 }, async (_, options, [title, remedy]) => {
  const [cause, ...others] = await findCauses((service) => service, options)

  expect(cause).toMatchObject({ title: expect.stringContaining(title), remedy: expect.stringContaining(remedy) })
  expect(others.map((other) => `${other.title}: ${other.checks.join()}`)).toEqual([])
})

const failingExecutions = intercept(['execute'], () => respond(500, { message: 'Fault' }))
const failingRuns = intercept(['run'], () => respond(500, { message: 'Fault' }))
function refuseEverything(status: number): Change {
  const refuse = () => respond(status, { message: 'Fault' })
  return intercept(['run', 'execute', 'public manifest', 'organization manifest'], refuse)
}

/** Refuses each async start before anything else is checked, as a server without that mode. */
function refuseAsyncStarts(status: number): Change {
  return intercept(['run'], (request, { pass }) => (isAsync(request) ? respond(status, { message: 'Fault' }) : pass()))
}

const failingManifests = intercept(['public manifest', 'organization manifest'], () => respond(500, { message: 'Fault' }))

test.concurrent.each<[defect: string, change: Change, title: string]>([
  [
    'each response is an error',
    (service) => failingManifests(failingExecutions(failingRuns(service))),
    'Every response has status 500',
  ],
  ['no key is accepted', refuseEverything(401), 'Every request with a key got 401'],
  ['each run is an error', failingRuns, 'A run gets status 500'],
  ['each execution is an error', failingExecutions, 'An execution gets status 500'],
  ['each async start is refused', refuseAsyncStarts(400), 'Valid async starts get status 400'],
  ['mode async is not implemented', refuseAsyncStarts(501), 'Valid async starts get status 501'],
  ['a run responds with 201', onStatus({ at: ['run'], status: 200 }, 201), 'Expected status 200, found 201'],
])('a server on which %s has one cause', { timeout: 60_000 }, async (_, change, title) => {
  const causes = await findCauses(change)
  expect(causes.map((cause) => cause.title)).toEqual([title])
})

test.concurrent('a wrong key of a workflow that only async starts use is not a missing mode', async () => {
  const slow = { ...contractFixtures.slow, key: 'wfk_of_another_server' }
  const only = ['run-ok', 'run-async', 'run-async.parallel', 'run-async.closed', 'run-async.run-id']
  const [cause, ...others] = await findCauses((service) => service, { fixtures: { ...contractFixtures, slow }, only })

  expect(cause?.title).toBe('An async start with fixtures.slow gets status 401')
  expect(others).toEqual([])
})

test.concurrent('results of runs inside another value are one cause, which names the value', { timeout: 60_000 }, async () => {
  const wrapped = onResponse(['run'], ({ status, text }) => (status === 200 ? { text: `{"data":${text}}` } : undefined))
  const [cause, ...others] = await findCauses(wrapped)

  expect(cause?.title).toBe('The top level of the body of a run has data, instead of status, result, stepOutputs, error')
  expect(cause?.remedy).toBe('Send the members of a run at the top level of the body, as section 2.3 requires.')
  expect(cause?.checks.length).toBeGreaterThan(20)
  expect(others).toEqual([])
})

test.concurrent('a missing declaration is one cause, and the declaration that most checks need comes first', async () => {
  const causes = await findCauses((service) => service, { fixtures: {}, hooks: {}, allow: [] })
  expect(causes.length).toBeLessThan(12)
  expect(causes[0]).toMatchObject({ title: 'fixtures.echo is not declared', verdict: 'blocked', fixture: 'fixtures.echo' })

  const listed = causes.flatMap(({ checks }) => checks)
  expect(new Set(listed).size).toBe(listed.length)
})

test.concurrent('refusals with another status are one cause', async () => {
  const unprocessable = onStatus({ at: ['run'], status: 400 }, 422)
  const causes = await findCauses(unprocessable, { only: ['run-malformed', 'run-arg-missing', 'run-mode'] })
  expect(causes.map(({ title }) => title)).toEqual(['Status 422 instead of 400'])
})

test.concurrent('does not group failures without a common part', async () => {
  const untraced: Change = intercept(['run'], async (request, { pass }) => {
    const response = await pass()
    const text = response.text.replace(/,"traceback":"(\\.|[^"])*"/, '')
    return request.text === '' ? respond(200, {}) : { ...response, text }
  })
  const causes = await findCauses(untraced, { only: ['run-error', 'run-malformed'] })
  expect(causes).toHaveLength(2)
})

test.concurrent('a conforming server has no cause', { timeout: 60_000 }, async () => {
  expect(await findCauses((service) => service)).toEqual([])
})
