import type { DeclaredFixtures } from '../target/target.ts'

/** An example of each fixture, as a configuration has it; a key is a variable. */
export const fixtureExamples: DeclaredFixtures = {
  echo: {
    ...workflow('echo'),
    parameters: { string: 'text', number: 'count', boolean: 'flag', object: 'data', array: 'list' },
  },
  typed: {
    ...workflow('typed'),
    validArguments: { subject: 'Hello', priority: 1 },
    required: 'subject',
    mistyped: { name: 'priority', value: 'high' },
  },
  failing: { ...workflow('failing'), succeededStep: 'look-up', failedStep: 'charge' },
  slow: { ...workflow('slow'), durationMs: 500, result: 'done' },
  regenerated: { flowId: 'rotated' },
  secondWorkflow: workflow('second'),
  otherWorkspace: workflow('other'),
  archived: workflow('archived'),
  unpublishedFlowId: 'draft',
  publishableFlowId: 'spare',
  unknownFlowId: 'no-such-workflow',
  registry: registry('HOST_KEY'),
  otherEnvironment: registry('STAGING_HOST_KEY'),
  otherOrganization: registry('OTHER_HOST_KEY'),
  nothingPublished: { key: variable('EMPTY_HOST_KEY') },
  organization: { orgId: 'acme', key: variable('HOST_KEY'), sessionCookie: `console_session=${variable('SESSION')}` },
  unpublishedOrganization: {
    ...{ orgId: 'initech', key: variable('UNPUBLISHED_HOST_KEY'), toolSet: 'reports', latestVersion: '0.9.1' },
    notListed: ['sketches'],
  },
  manifest: { toolSets: '/toolsets/*', name: '/name', version: '/version', tool: '/tools/*/name' },
  publishableToolSet: { toolSet: 'mail', version: '1.0.0' },
  falsyOutputs: [{ ...workflow('nothing'), result: null, step: 'compute' }],
  execute: { payload: { toolset: 'mail', tool: 'send', arguments: { text: 'needle' } }, at: '/result/text', shows: 'needle' },
  executeFailing: { toolset: 'mail', tool: 'fail' },
  executeEnvironment: {
    payload: { toolset: 'mail', tool: 'sender' },
    at: '/result',
    shows: { registry: 'default-sender', otherEnvironment: 'staging-sender' },
  },
  executeVersion: {
    payload: { toolset: 'mail', tool: 'version' },
    at: '/result',
    shows: { registry: '1.2.0', otherEnvironment: '2.0.0' },
  },
}

/** The flowId of an example; undefined where it is no workflow. */
export function flowIdOf(example: unknown): string | undefined {
  return typeof example === 'string' ? example : Object(example).flowId
}

function workflow(flowId: string): DeclaredFixtures['secondWorkflow'] {
  return { flowId, key: variable(`${flowId.toUpperCase()}_KEY`) }
}

function registry(name: string): DeclaredFixtures['registry'] {
  return { key: variable(name), listed: [{ toolSet: 'mail', version: '1.2.0', tool: 'send' }], notListed: ['internal'] }
}

function variable(name: string): string {
  return `\${${name}}`
}
