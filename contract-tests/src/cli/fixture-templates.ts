import type { Fixtures } from '../target/target.ts'

/** How a fixture is asked for and written down. */
export interface FixtureTemplate {
  readonly name: keyof Fixtures
  /** What the server has, as the comment above it says. */
  readonly comment: string
  /** Its lines in the configuration; `FLOW_ID` stands for the workflow, and `<NAME>` for a variable. */
  readonly lines: readonly string[]
  /** The workflow that is proposed, where the fixture is one. */
  readonly flowId?: string
}

/** Every fixture, in the order in which a configuration has them. */
export const fixtureTemplates: readonly FixtureTemplate[] = [
  {
    name: 'echo',
    comment: 'a workflow that returns the object of its arguments, with one optional parameter of each type',
    flowId: 'echo',
    lines: [
      'echo:',
      '  flowId: FLOW_ID',
      '  key: <ECHO_KEY>',
      '  parameters: { string: text, number: count, boolean: flag, object: data, array: list }',
    ],
  },
  {
    name: 'typed',
    comment: 'a workflow with a required parameter, and one whose type is not string',
    flowId: 'typed',
    lines: [
      'typed:',
      '  flowId: FLOW_ID',
      '  key: <TYPED_KEY>',
      '  validArguments: { subject: Hello, priority: 1 }',
      '  required: subject',
      '  mistyped: { name: priority, value: high }',
    ],
  },
  {
    name: 'failing',
    comment: 'a workflow that fails in one step after another one succeeded',
    flowId: 'failing',
    lines: ['failing: { flowId: FLOW_ID, key: "<FAILING_KEY>", succeededStep: look-up, failedStep: charge }'],
  },
  {
    name: 'slow',
    comment: 'a workflow that takes its time and returns a known string',
    flowId: 'slow',
    lines: ['slow: { flowId: FLOW_ID, key: "<SLOW_KEY>", durationMs: 500, result: done }'],
  },
  {
    name: 'regenerated',
    comment: 'a workflow for key-regenerated alone; without it the key of echo is regenerated, and the one you have is invalid',
    flowId: 'rotated',
    lines: ['regenerated: { flowId: FLOW_ID }'],
  },
  workflow('secondWorkflow', { comment: 'another workflow of the same workspace', flowId: 'second', key: 'SECOND_KEY' }),
  workflow('otherWorkspace', { comment: 'a workflow of another workspace', flowId: 'other', key: 'OTHER_KEY' }),
  workflow('archived', { comment: 'a workflow that was archived, and its key', flowId: 'archived', key: 'ARCHIVED_KEY' }),
  {
    name: 'unpublishedFlowId',
    comment: 'a workflow that is not published',
    flowId: 'draft',
    lines: ['unpublishedFlowId: FLOW_ID'],
  },
  {
    name: 'publishableFlowId',
    comment: 'a workflow that was never published and may be: key-created publishes it',
    flowId: 'spare',
    lines: ['publishableFlowId: FLOW_ID'],
  },
  {
    name: 'unknownFlowId',
    comment: 'an identifier that no workflow has',
    flowId: 'no-such-workflow',
    lines: ['unknownFlowId: FLOW_ID'],
  },
  {
    name: 'registry',
    comment: 'a tool-hosting key, what its manifest lists, and tool sets that it must not list',
    lines: registry('registry', 'HOST_KEY'),
  },
  {
    name: 'otherEnvironment',
    comment: 'the same for another environment profile of the same organization',
    lines: registry('otherEnvironment', 'STAGING_HOST_KEY'),
  },
  {
    name: 'otherOrganization',
    comment: 'the same for another organization',
    lines: registry('otherOrganization', 'OTHER_HOST_KEY'),
  },
  {
    name: 'nothingPublished',
    comment: 'a tool-hosting key for an environment profile to which nothing is published',
    lines: ['nothingPublished: { key: "<EMPTY_HOST_KEY>" }'],
  },
  {
    name: 'organization',
    comment: 'the organization of these keys, and a console session of it: a cookie, or sessionHeader: "X-Session: …"',
    lines: ['organization: { orgId: acme, key: "<HOST_KEY>", sessionCookie: "console_session=<SESSION>" }'],
  },
  {
    name: 'unpublishedOrganization',
    comment: 'an organization that has published nothing, a tool set of it with its latest version, and others without a tool',
    lines: [
      'unpublishedOrganization:',
      '  { orgId: initech, key: "<UNPUBLISHED_HOST_KEY>", toolSet: reports, latestVersion: 0.9.1, notListed: [sketches] }',
    ],
  },
  {
    name: 'manifest',
    comment: 'where a manifest has what it lists: JSON pointers with * for every member, and # for its name',
    lines: ['manifest: { toolSets: /toolsets/*, name: /name, version: /version, tool: /tools/*/name }'],
  },
  {
    name: 'publishableToolSet',
    comment: 'a listed tool set and another version of it, which is published and then taken back',
    lines: ['publishableToolSet: { toolSet: mail, version: 1.0.0 }'],
  },
  {
    name: 'falsyOutputs',
    comment: 'workflows that return null, 0, "" and false, and a step of each with the same output',
    lines: ['falsyOutputs: [{ flowId: nothing, key: "<NOTHING_KEY>", result: null, step: compute }]'],
  },
  {
    name: 'execute',
    comment: 'an execute payload that succeeds, and a text that its answer then shows',
    lines: ['execute: { payload: { toolset: mail, tool: send, arguments: { text: needle } }, shows: needle }'],
  },
  { name: 'executeFailing', comment: 'an execute payload that fails', lines: ['executeFailing: { toolset: mail, tool: fail }'] },
  {
    name: 'executeEnvironment',
    comment: 'an execute payload whose answer shows a variable of the environment profile',
    lines: [
      'executeEnvironment:',
      '  payload: { toolset: mail, tool: sender }',
      '  shows: { registry: default-sender, otherEnvironment: staging-sender }',
    ],
  },
  {
    name: 'executeVersion',
    comment: 'an execute payload whose answer shows the version of the tool set that ran',
    lines: [
      'executeVersion:',
      '  payload: { toolset: mail, tool: version }',
      '  shows: { registry: 1.2.0, otherEnvironment: 2.0.0 }',
    ],
  },
]

function workflow(
  name: FixtureTemplate['name'],
  { comment, flowId, key }: { readonly comment: string; readonly flowId: string; readonly key: string },
): FixtureTemplate {
  return { name, comment, flowId, lines: [`${name}: { flowId: FLOW_ID, key: "<${key}>" }`] }
}

function registry(name: string, key: string): string[] {
  return [`${name}:`, `  key: <${key}>`, '  listed: [{ toolSet: mail, version: 1.2.0, tool: send }]', '  notListed: [internal]']
}
