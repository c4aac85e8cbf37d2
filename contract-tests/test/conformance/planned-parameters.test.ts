import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService, describeService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { createSuiteOptions } from '../../src/engine/check-server.ts'
import { checks } from '../../src/engine/checks.ts'
import { planChecks } from '../../src/engine/plan.ts'
import { parameterTypes } from '../../src/rules/runs/echoes.ts'

const { echo } = contractFixtures

test.concurrent.each([...parameterTypes, undefined])(
  'a plan for an echo workflow with only a parameter of type %s blocks the checks that a run blocks, for the same reason',
  async (type) => {
    const parameters = type === undefined ? {} : { [type]: echo.parameters[type] }
    const fixtures = { ...contractFixtures, echo: { ...echo, parameters } }
    const service = createMockService(createContractWorld())

    const options = createSuiteOptions({ ...describeService(service), fixtures })
    const planned = planChecks(checks, options).filter(({ verdict }) => verdict === 'blocked')
    const { report } = await checkService(service, { fixtures })
    const blocked = report.checks.filter(({ verdict }) => verdict === 'blocked')

    expect(planned.length).toBeGreaterThan(10)
    expect(planned.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual(
      blocked.map(({ id, message }) => `${id}: ${message}`),
    )
  },
)
