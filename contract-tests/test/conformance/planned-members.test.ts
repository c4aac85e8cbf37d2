import { expect, test } from 'vitest'
import { contractFixtures } from '../../proof/contract-world.ts'
import { parameterTypes } from '../../src/rules/runs/echoes.ts'
import { comparePlanWithRun } from '../compare-plan-with-run.ts'

const { echo, falsyOutputs, unpublishedOrganization } = contractFixtures

test.concurrent.each([...parameterTypes, undefined])(
  'a plan for an echo workflow with only a parameter of type %s blocks the checks that a run blocks, for the same reason',
  async (type) => {
    const parameters = type === undefined ? {} : { [type]: echo.parameters[type] }
    const { planned, run } = await comparePlanWithRun({ ...contractFixtures, echo: { ...echo, parameters } })

    expect(planned.length).toBeGreaterThan(10)
    expect(planned).toEqual(run)
  },
)

test.concurrent('a plan for falsy outputs without a step blocks the check of the steps, as a run does', async () => {
  const workflows = falsyOutputs.map(({ step, ...workflow }) => workflow)
  const { planned, run } = await comparePlanWithRun({ ...contractFixtures, falsyOutputs: workflows })

  expect(planned).toContain('run-steps.falsy: the target declares no fixtures.falsyOutputs[].step')
  expect(planned).toEqual(run)
})

test.concurrent.each([{ notListed: undefined }, { notListed: [] }])(
  'a plan blocks the check of tool sets without a tool if notListed is $notListed, as a run does',
  async ({ notListed }) => {
    const organization = { ...unpublishedOrganization, notListed }
    const { planned, run } = await comparePlanWithRun({ ...contractFixtures, unpublishedOrganization: organization })

    expect(planned).toContain('org-fallback.toolless: the target declares no fixtures.unpublishedOrganization.notListed')
    expect(planned).toEqual(run)
  },
)
