import type { ControlOperationName } from '../schema/control.ts'
import { sampleKeys } from './keys.ts'

const { workflows: workflowKeys } = sampleKeys

/**
 * Creates the configuration file for a test of the sample world with wfhost-conformance. Without it, people would have to write
 * down the workflows, keys and tools of the sample world.
 */
export function createSampleConformanceConfig(url: string): object {
  return {
    // The name of the server in reports.
    name: 'wfhost-mock',
    baseUrl: url,

    // How long a check waits for the effect of a change. This server shows a change immediately, so a short wait is enough.
    settleMs: 50,

    // The checks may do everything to the server, because its world exists only for tests.
    allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'],

    // The workflows, keys, organizations and tools that the checks use.
    fixtures: {
      ...createWorkflowFixtures(),
      ...createKeyFixtures(),
      ...createOrganizationFixtures(),
      ...createManifestFixtures(),
      ...createExecutionFixtures(),
    },

    claims: createServerClaims(),

    // The checks change the world with these requests to the control API.
    hooks: createControlHooks(url),
  }
}

/** Returns how this server behaves where the description of the API leaves a choice. The checks verify each value. */
function createServerClaims(): object {
  return {
    // The JSON pointer to the run ID in the response to an async run.
    runIdField: '/runId',
    // The status of the response to a sync run that fails.
    failedRunStatus: 200,
    // The mode of a run whose request has no mode.
    defaultMode: 'sync',
    // The manifest of an organization lists tool sets without a published version in their latest version. `toolset` does this
    // for each tool set. `organization` does it only if the organization has not published any version.
    organizationFallback: 'toolset',
    // A console session reads the manifest of the environment profile of this fixture.
    sessionProfile: 'registry',
  }
}

/** The requests with which the suite changes the server. A name in braces is replaced by a value of the check. */
function createControlHooks(url: string): object {
  return {
    publishWorkflow: callControl(url, 'publishWorkflow', { body: { flowId: '{flowId}' }, pick: '/result' }),
    unpublishWorkflow: callControl(url, 'unpublishWorkflow', { body: { flowId: '{flowId}' } }),
    publishToolset: callControl(url, 'publishToolset', {
      body: { orgId: 'acme', environment: 'default', toolset: '{toolset}', version: '{version}' },
    }),
    regenerateKey: callControl(url, 'regenerateKey', { body: { flowId: '{flowId}' }, pick: '/result' }),
    creditBalance: callControl(url, 'creditBalance', { body: { orgId: 'acme' }, pick: '/result' }),
    limitRate: callControl(url, 'setRateLimit', {
      body: { rateLimit: { requests: '{requests}', windowMs: '{windowMs}' } },
    }),
    endedRuns: callControl(url, 'countRuns', { body: {}, pick: '/result/success' }),
  }
}

interface ControlCall {
  readonly body: object
  /** The JSON pointer to the value that the suite reads from the response. */
  readonly pick?: string | undefined
}

function callControl(url: string, operation: ControlOperationName, { body, pick }: ControlCall): object {
  const headers = { 'content-type': 'application/json' }
  const request = { url: `${url}/__mock/operations/${operation}`, method: 'POST', headers, body }
  return pick === undefined ? request : { ...request, pick }
}

/** Test data by name. The schema of a configuration of wfhost-conformance describes each fixture. */
type Fixtures = Readonly<Record<string, unknown>>

/**
 * Returns the workflows of the sample world as fixtures: test data for the checks of wfhost-conformance. The name of each fixture
 * is its role in the checks, and belongs to the format of the configuration file.
 */
function createWorkflowFixtures(): Fixtures {
  return {
    // Returns its arguments. It has a parameter of each type.
    echo: {
      flowId: 'echo',
      key: workflowKeys.echo,
      parameters: { string: 'text', number: 'number', boolean: 'flag', object: 'data', array: 'list' },
    },
    // Has parameters with types. `required` names a required parameter. `mistyped` has a value of a wrong type for another one.
    typed: {
      flowId: 'support-triage',
      key: workflowKeys['support-triage'],
      validArguments: { subject: 'My invoice is wrong', priority: 2 },
      required: 'subject',
      mistyped: { name: 'priority', value: 'high' },
    },
    // Fails in one step after another step has succeeded.
    failing: {
      flowId: 'charge-card',
      key: workflowKeys['charge-card'],
      args: { amount: 12 },
      succeededStep: 'look-up',
      failedStep: 'charge',
      error: { name: 'CardDeclined', value: 'The card was declined for 12' },
    },
    // Its runs last long enough for a check to see them in progress.
    slow: { flowId: 'slow', key: workflowKeys.slow, durationMs: 300, result: 'worth the wait' },
    // Results that a server could mistake for no result.
    falsyOutputs: ['null', '0', '""', 'false'].map((json) => ({
      flowId: 'from-json',
      key: workflowKeys['from-json'],
      args: { json },
      result: JSON.parse(json) as unknown,
      step: 'parse',
    })),
    // The checks regenerate the key of this workflow. No other check uses it, because its old key becomes invalid.
    regenerated: { flowId: 'rotated' },
    // A workflow in the workspace of `echo`. The key of one of them must not run the other.
    secondWorkflow: { flowId: 'webhook-intake', key: workflowKeys['webhook-intake'], args: { payload: '{}' } },
    // A workflow in another workspace. The key of `echo` must not run it, either.
    otherWorkspace: { flowId: 'monthly-report', key: workflowKeys['monthly-report'] },
    // Its key is valid, and its runs are refused.
    archived: { flowId: 'archived', key: workflowKeys.archived },
    // A workflow that exists, and is not published.
    unpublishedFlowId: 'draft',
    // A workflow that was never published. A check publishes it.
    publishableFlowId: 'spare',
    // No workflow has this flowId.
    unknownFlowId: 'no-such-workflow',
  }
}

/**
 * Returns the tool-hosting keys that the checks of wfhost-conformance use as test data. The configuration file defines the names
 * of the fixtures.
 *
 * An environment profile selects which tool set versions of an organization are published. Each key belongs to one profile. With
 * this key, the manifest must list all tools in `listed` and no tool set in `notListed`.
 */
function createKeyFixtures(): Fixtures {
  return {
    // The key that most checks use. It belongs to the environment profile `default` of an organization.
    registry: {
      key: sampleKeys.defaultEnvironment,
      listed: [
        { toolset: 'mail', version: '1.2.0', tool: 'send' },
        { toolset: 'mail', version: '1.2.0', tool: 'count' },
        { toolset: 'weather', version: '3.0.1', tool: 'forecast' },
      ],
      // "drafts" has no tools. "invoices" and "billing" belong to other organizations.
      notListed: ['drafts', 'invoices', 'billing'],
    },
    // Another environment profile of the same organization, with another version.
    otherEnvironment: {
      key: sampleKeys.stagingEnvironment,
      listed: [{ toolset: 'mail', version: '2.0.0', tool: 'send' }],
      notListed: ['drafts', 'weather', 'billing'],
    },
    // A key of another organization.
    otherOrganization: {
      key: sampleKeys.publishingOrganization,
      listed: [{ toolset: 'billing', version: '5.4.3', tool: 'charge' }],
      notListed: ['mail', 'weather'],
    },
    // A key of an environment profile without any published tool set.
    nothingPublished: { key: sampleKeys.emptyEnvironment },
  }
}

/** Returns the organizations whose manifests can be read by their id. */
function createOrganizationFixtures(): Fixtures {
  return {
    organization: {
      orgId: 'acme',
      key: sampleKeys.defaultEnvironment,
      sessionCookie: `console_session=${sampleKeys.consoleSession}`,
    },
    unpublishedOrganization: {
      orgId: 'globex',
      key: sampleKeys.otherOrganization,
      toolset: 'invoices',
      latestVersion: '0.9.0',
      notListed: ['templates'],
    },
  }
}

/** Returns where a manifest has its parts, as JSON Pointers with wildcards, and a version that a check may publish. */
function createManifestFixtures(): Fixtures {
  return {
    manifest: { toolsets: '/toolsets/*', name: '/id', version: '/version', tool: '/tools/*/name' },
    publishableToolset: { toolset: 'weather', version: '3.1.0' },
  }
}

/**
 * Returns the executions of tools that the checks request. `payload` is the body of the request. `expectedText` must be in the
 * response, at the JSON pointer `pointer`.
 *
 * The checks execute with two keys: those of the fixtures `registry` and `otherEnvironment`. If the result depends on the key,
 * `expectedText` has a text for each of the two.
 */
function createExecutionFixtures(): Fixtures {
  return {
    // Sends a mail, and responds with its recipient.
    execute: {
      payload: createMailRequest('needle@example.org'),
      expectedText: 'needle@example.org',
      pointer: '/result/to',
    },
    // Fails, because the mailbox is full. This fixture is only the payload, because no text is expected in the response.
    executeFailing: createMailRequest('full@example.org'),
    // Responds with the sender. Each environment sets it in a variable.
    executeEnvironment: {
      payload: createMailRequest('ada@example.org'),
      expectedText: { registry: 'support@acme.example', otherEnvironment: 'staging@acme.example' },
      pointer: '/result/from',
    },
    // Responds with the version of the tool set that is published to the environment.
    executeVersion: {
      payload: { toolset: 'mail', tool: 'version' },
      expectedText: { registry: '1.2.0', otherEnvironment: '2.0.0' },
      pointer: '/result',
    },
  }
}

function createMailRequest(to: string): object {
  return { toolset: 'mail', tool: 'send', arguments: { to, text: 'Hello' } }
}
