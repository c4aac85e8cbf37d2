import type { ControlOperationName } from '../schema/control.ts'
import { sampleKeys } from './keys.ts'

const { workflows } = sampleKeys
const acme = { orgId: 'acme' }

/** What wfhost-conformance needs to know of a server that has the sample world, hooks on its control surface included. */
export function sampleConformanceConfig(url: string): object {
  return {
    name: 'wfhost-mock',
    baseUrl: url,
    // Whatever it does shows at once.
    settleMs: 50,
    allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit', 'exposed-keys', 'bursts'],
    fixtures: { ...workflowFixtures(), ...registryFixtures() },
    claims: {
      ...{ runIdField: '/runId', failedRunStatus: 200, defaultMode: 'sync' },
      ...{ organizationFallback: 'tool-set', sessionProfile: 'registry' },
    },
    hooks: {
      publishWorkflow: hook('publishWorkflow', { flowId: '{flowId}' }, '/result'),
      unpublishWorkflow: hook('unpublishWorkflow', { flowId: '{flowId}' }),
      publishToolSet: hook('publishToolSet', { ...acme, environment: 'default', toolSet: '{toolSet}', version: '{version}' }),
      regenerateKey: hook('regenerateKey', { flowId: '{flowId}' }, '/result'),
      creditBalance: hook('creditBalance', acme, '/result'),
      limitRate: hook('setRateLimit', { rateLimit: { requests: '{requests}', windowMs: '{windowMs}' } }),
      endedRuns: hook('countRuns', {}, '/result/success'),
    },
  }

  function hook(operation: ControlOperationName, body: object, pick?: string): object {
    const headers = { 'content-type': 'application/json' }
    const sent = { url: `${url}/__mock/operations/${operation}`, method: 'POST', headers, body }
    return pick === undefined ? sent : { ...sent, pick }
  }
}

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
      ...{ flowId: 'from-json', key: workflows['from-json'], args: { json } },
      ...{ result: JSON.parse(json) as unknown, step: 'parse' },
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

function registryFixtures(): object {
  const send = { toolset: 'mail', tool: 'send' }
  return {
    registry: {
      key: sampleKeys.defaultEnvironment,
      listed: [
        { toolSet: 'mail', version: '1.2.0', tool: 'send' },
        { toolSet: 'mail', version: '1.2.0', tool: 'count' },
        { toolSet: 'weather', version: '3.0.1', tool: 'forecast' },
      ],
      notListed: ['drafts', 'invoices', 'billing'],
    },
    otherEnvironment: {
      key: sampleKeys.stagingEnvironment,
      listed: [{ toolSet: 'mail', version: '2.0.0', tool: 'send' }],
      notListed: ['drafts', 'weather', 'billing'],
    },
    otherOrganization: {
      key: sampleKeys.publishingOrganization,
      listed: [{ toolSet: 'billing', version: '5.4.3', tool: 'charge' }],
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
      toolSet: 'invoices',
      latestVersion: '0.9.0',
      notListed: ['templates'],
    },
    manifest: { toolSets: '/toolsets/*', name: '/id', version: '/version', tool: '/tools/*/name' },
    publishableToolSet: { toolSet: 'weather', version: '3.1.0' },
    execute: {
      payload: { ...send, arguments: { to: 'needle@example.org', text: 'Hello' } },
      shows: 'needle@example.org',
      at: '/result/to',
    },
    executeFailing: { ...send, arguments: { to: 'full@example.org', text: 'Hello' } },
    executeEnvironment: {
      payload: { ...send, arguments: { to: 'ada@example.org', text: 'Hello' } },
      shows: { registry: 'support@acme.example', otherEnvironment: 'staging@acme.example' },
      at: '/result/from',
    },
    executeVersion: {
      payload: { toolset: 'mail', tool: 'version' },
      shows: { registry: '1.2.0', otherEnvironment: '2.0.0' },
      at: '/result',
    },
  }
}
