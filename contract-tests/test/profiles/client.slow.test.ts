import { type MockService, toHar } from '@wfhost/mock-server'
import { createGuard, createReplay, type GuardedExchange } from '@wfhost/mock-server/guard'
import { expect, test } from 'vitest'
import { count } from '../../../scripts/count.ts'
import { profiles } from '../../../scripts/profiles.ts'
import { type ClientScenario, openStage, origin } from './client/client-scenario.ts'
import { refusalScenarios } from './client/refusal-scenarios.ts'
import { registryScenarios } from './client/registry-scenarios.ts'
import { runScenarios } from './client/run-scenarios.ts'

const scenarios: readonly ClientScenario[] = [...runScenarios, ...refusalScenarios, ...registryScenarios]

test.each(profiles)('the client does all that it is for on the reference server with $name', async ({ profile }) => {
  const failures: string[] = []
  for (const { name, play } of scenarios) {
    await play(openStage(profile)).catch((error: unknown) => failures.push(`${name}: ${String(error)}`))
  }
  expect(failures).toEqual([])
  count({ profiles: { 'client scenarios played': scenarios.length } })
})

test('what was recorded is replayed without the service, and the client cannot tell', async () => {
  const failures: string[] = []
  for (const { name, play } of scenarios) {
    const recorded: GuardedExchange[] = []
    const record = ({ fetch }: MockService) => createGuard({ fetch, onExchange: (exchange) => recorded.push(exchange) }).fetch
    await play(openStage({}, record))
    const replay = createReplay(JSON.stringify(toHar(recorded, origin)))
    await play(openStage({}, () => replay)).catch(() => failures.push(name))
  }
  // These compare what the client saw with the runs and credits of the service, which is not there.
  expect(failures).toEqual([
    'a start finds the run ID by itself',
    'two starts have two run IDs under the name that is configured',
    'a started run is waited for',
    'a run that takes too long is not started twice',
    'a batch runs each input once',
    'an execution shows its result and its environment, and costs a credit',
  ])
})
