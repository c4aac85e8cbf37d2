import type { ControlOperationName } from '../schema/control.ts'
import { sampleKeys } from './keys.ts'

const { workflows } = sampleKeys

/**
 * Creates the configuration with which wfhost-conformance checks a server that serves the sample world. Its hooks call the
 * control API of the server.
 */
export function sampleConformanceConfig(url: string): object {
  return {
    name: 'wfhost-mock',
    baseUrl: url,
    // A change of this server is visible immediately.
    settleMs: 50,
    allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'],
    fixtures: { ...workflowFixtures(), ...registryFixtures() },
    claims: {
      runIdField: '/runId',
      failedRunStatus: 200,
      defaultMode: 'sync',
      organizationFallback: 'toolset',
      sessionProfile: 'registry',
    },
    hooks: controlHooks(url),
  }
}

/** The requests with which the suite changes the server. A name in braces is replaced by a value of the check. */
function controlHooks(url: string): object {
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

/** The workflows of the sample world, by the part that they have in the checks. */
function workflowFixtures(): object {
  return {
    echo: {
      flowId: 'echo',
      key: workflows.echo,
      parameters: { string: 'text', number: 'number', boolean: 'flag', object: 'data', array: 'list' },
    },
    typed: {
      flowId: 'support-triage',
      key: workflows['support-triage'],
      validArguments: { subject: 'My invoice is wrong', priority: 2 },
      required: 'subject',
      mistyped: { name: 'priority', value: 'high' },
    },
    failing: {
      flowId: 'charge-card',
      key: workflows['charge-card'],
      args: { amount: 12 },
      succeededStep: 'look-up',
      failedStep: 'charge',
      error: { name: 'CardDeclined', value: 'The card was declined for 12' },
    },
    slow: { flowId: 'slow', key: workflows.slow, durationMs: 300, result: 'worth the wait' },
    falsyOutputs: ['null', '0', '""', 'false'].map((json) => ({
      flowId: 'from-json',
      key: workflows['from-json'],
      args: { json },
      result: JSON.parse(json) as unknown,
      step: 'parse',
    })),
    regenerated: { flowId: 'rotated' },
    secondWorkflow: { flowId: 'webhook-intake', key: workflows['webhook-intake'], args: { payload: '{}' } },
    otherWorkspace: { flowId: 'monthly-report', key: workflows['monthly-report'] },
    archived: { flowId: 'archived', key: workflows.archived },
    unpublishedFlowId: 'draft',
    publishableFlowId: 'spare',
    unknownFlowId: 'no-such-workflow',
  }
}

/** The keys, organizations and tools of the sample world, by the part that they have in the checks. */
function registryFixtures(): object {
  return { ...manifestFixtures(), ...executionFixtures() }
}

/** The keys and organizations of the sample world, and what their manifests must and must not list. */
function manifestFixtures(): object {
  return {
    registry: {
      key: sampleKeys.defaultEnvironment,
      listed: [
        { toolset: 'mail', version: '1.2.0', tool: 'send' },
        { toolset: 'mail', version: '1.2.0', tool: 'count' },
        { toolset: 'weather', version: '3.0.1', tool: 'forecast' },
      ],
      notListed: ['drafts', 'invoices', 'billing'],
    },
    otherEnvironment: {
      key: sampleKeys.stagingEnvironment,
      listed: [{ toolset: 'mail', version: '2.0.0', tool: 'send' }],
      notListed: ['drafts', 'weather', 'billing'],
    },
    otherOrganization: {
      key: sampleKeys.publishingOrganization,
      listed: [{ toolset: 'billing', version: '5.4.3', tool: 'charge' }],
      notListed: ['mail', 'weather'],
    },
    nothingPublished: { key: sampleKeys.emptyEnvironment },
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
    manifest: { toolsets: '/toolsets/*', name: '/id', version: '/version', tool: '/tools/*/name' },
    publishableToolset: { toolset: 'weather', version: '3.1.0' },
  }
}

/** The payloads that execute tools of the sample world, and the texts that their responses show. */
function executionFixtures(): object {
  return {
    execute: {
      payload: sendMail('needle@example.org'),
      expectedText: 'needle@example.org',
      pointer: '/result/to',
    },
    executeFailing: sendMail('full@example.org'),
    executeEnvironment: {
      payload: sendMail('ada@example.org'),
      expectedText: { registry: 'support@acme.example', otherEnvironment: 'staging@acme.example' },
      pointer: '/result/from',
    },
    executeVersion: {
      payload: { toolset: 'mail', tool: 'version' },
      expectedText: { registry: '1.2.0', otherEnvironment: '2.0.0' },
      pointer: '/result',
    },
  }
}

function sendMail(to: string): object {
  return { toolset: 'mail', tool: 'send', arguments: { to, text: 'Hello' } }
}
