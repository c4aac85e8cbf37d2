import { expect, test } from 'vitest'
import { count } from '../../../scripts/count.ts'
import { profiles } from '../../../scripts/profiles.ts'
import { type ClientScenario, openStage } from './client/client-scenario.ts'
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
