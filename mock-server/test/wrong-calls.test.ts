import { createMockService, createSampleWorld, MockStateError } from '@wfhost/mock-server'
import { expect, test } from 'vitest'

type Call = (...given: readonly unknown[]) => unknown

/** Lists the methods of a service that take an id first and then a value, which JavaScript can forget. */
function listCalls(): readonly (readonly [name: string, call: Call])[] {
  const service = createMockService(createSampleWorld())
  const { registries } = service
  const methods = {
    ...pick(service, [
      'publishWorkflow',
      'unpublishWorkflow',
      'archiveWorkflow',
      'restoreWorkflow',
      'regenerateKey',
      'addWorkflow',
    ]),
    ...pick(service, ['publishToolset', 'unpublishToolset', 'createToolHostingKey', 'setEnvironmentVariables']),
    ...pick(service, ['creditBalance', 'setCredits', 'setRateLimit', 'addFault', 'getRun', 'waitForRun']),
    ...pick(registries, [
      'add',
      'edit',
      'remove',
      'sync',
      'activate',
      'deactivate',
      'list',
      'offeredTools',
      'connect',
      'mayConnect',
    ]),
  }
  return Object.entries(methods)
}

function pick<Target extends object>(target: Target, names: readonly (keyof Target & string)[]): Readonly<Record<string, Call>> {
  return Object.fromEntries(names.map((name) => [name, (...given) => Reflect.apply(target[name] as Call, target, given)]))
}

const wrongArguments: readonly (readonly unknown[])[] = [
  [{ orgId: 'acme', toolset: 'mail', environment: 'default', version: '1.2.0' }],
  ['acme'],
  ['acme', 'mail'],
  ['support'],
  ['nope', null],
]

test.each(listCalls())('%s explains arguments of another form with a MockStateError', async (name, call) => {
  for (const given of wrongArguments) {
    const outcome = await new Promise((resolve) => resolve(call(...given))).catch((thrown: unknown) => thrown)
    // Some of these arguments are right for some methods.
    if (outcome instanceof Error) expect(outcome, `${name}(${JSON.stringify(given)})`).toBeInstanceOf(MockStateError)
  }
})
