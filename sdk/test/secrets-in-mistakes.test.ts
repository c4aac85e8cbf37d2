import { createRegistryClient, createWorkflowClient, forwardWebhook, runMany, type Workflow } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'

const key = 'wfk_a_key_in_a_wrong_place'

/** Where a client has its key from. */
const sources: readonly (readonly [source: string, prepare: () => object])[] = [
  ['the option apiKey', () => ({ apiKey: key })],
  ['a map of keys', () => ({ apiKey: { other: 'wfk_other', flow: key } })],
  ['WFHOST_API_KEY', () => setVariable('WFHOST_API_KEY')],
  ['WFHOST_API_KEY_FLOW', () => setVariable('WFHOST_API_KEY_FLOW')],
]

function setVariable(name: string): object {
  vi.stubEnv(name, key)
  return {}
}

type Mistake = (options: object) => unknown

function withClient(call: (client: ReturnType<typeof createWorkflowClient>) => unknown): Mistake {
  return (options) => call(createWorkflowClient({ baseUrl: 'http://localhost', ...options }))
}

async function takeFirst(items: AsyncIterable<unknown>): Promise<unknown> {
  for await (const item of items) return item
  return undefined
}

/** Calls with the key in a place where it does not belong. */
const mistakes: Readonly<Record<string, Mistake>> = {
  'the value of a client option': (options) =>
    createWorkflowClient({ baseUrl: 'http://localhost', ...options, timeout: key as never }),
  'the name of a client option': (options) =>
    createWorkflowClient({ baseUrl: 'http://localhost', ...options, [key]: 1 } as never),
  'the value of a call option': withClient((client) => client.run('flow', {}, { timeout: key as never })),
  'the name of a call option': withClient((client) => client.run('flow', {}, { [key]: 1 } as never)),
  'the options of a call': withClient((client) => client.run('flow', {}, key as never)),
  'the options of a start': withClient((client) => client.start('flow', {}, { signal: key as never })),
  'the arguments of a run': withClient((client) => client.run('flow', key as never)),
  'the schema of a workflow': withClient((client) => client.run({ flowId: 'flow', args: key as never }, {})),
  'the name of a member of a workflow': withClient((client) =>
    client.run({ flowId: 'flow', [key]: 1 } as object as Workflow, {}),
  ),
  'an option of withOptions': withClient((client) => client.withOptions({ timeout: key as never })),
  'an option of a batch': withClient((client) => takeFirst(runMany(client, 'flow', [{}], { timeout: key as never }))),
  'the inputs of a batch': withClient((client) => takeFirst(runMany(client, 'flow', 5 as never, { [key]: 1 } as never))),
  'a hook': (options) => createWorkflowClient({ baseUrl: 'http://localhost', ...options, hooks: { onRequest: key as never } }),
  'the name of a hook': (options) =>
    createWorkflowClient({ baseUrl: 'http://localhost', ...options, hooks: { [key]: () => {} } as object }),
  'the name of two arguments of a webhook': withClient((client) =>
    forwardWebhook(client, 'flow', '{}', { args: { [key]: 1 }, argument: key }),
  ),
  'an option of a webhook': withClient((client) => forwardWebhook(client, 'flow', '{}', { args: key as never })),
}

describe.each(sources)('no message shows a key from %s', (_, prepare) => {
  test.each(Object.entries(mistakes))('that is %s', async (_place, makeMistake) => {
    const options = prepare()
    const error = await new Promise((resolve) => resolve(makeMistake(options))).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ name: 'ConfigurationError', message: expect.stringMatching(/^Cannot /) })
    expect(String(error)).not.toContain(key)
  })
})

test.each(['WFHOST_REGISTRY_KEY', 'WFHOST_CONSOLE_SESSION'])('no message of a registry client shows %s', (name) => {
  vi.stubEnv(name, key)
  const create = (options: object) => () => createRegistryClient({ baseUrl: 'http://localhost', ...options })

  expect(create({ timeout: key })).toThrow('Cannot use timeout: expected a number above 0, found "[redacted]"')
  expect(create({ [key]: 1 })).toThrow('Cannot use [redacted]: unknown option')
})

test('no message shows the key that was read from an environment whose variables cannot be listed', async () => {
  const variables: object = { WFHOST_API_KEY: key }
  const environment = new Proxy(variables, {
    ownKeys: () => {
      throw new Error('no permission to list the environment')
    },
  })
  vi.stubGlobal('process', Object.create(process, { env: { value: environment } }))
  const client = createWorkflowClient({ baseUrl: 'http://localhost' })
  vi.unstubAllGlobals()

  await expect(client.run('flow', {}, { timeout: key as never })).rejects.toThrow('found "[redacted]"')
})
