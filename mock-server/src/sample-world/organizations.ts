import type { OrganizationSeed, ToolsetVersionSeed } from '../schema/world.ts'
import { sampleKeys } from './keys.ts'

/** Creates the organizations of the sample world: one with three environment profiles, and two small ones. */
export function createSampleOrganizations(): readonly OrganizationSeed[] {
  return [createAcmeOrganization(), createGlobexOrganization(), createInitechOrganization()]
}

/** Creates an organization with three environment profiles. Two of them have published versions, and one is empty. */
function createAcmeOrganization(): OrganizationSeed {
  return {
    id: 'acme',
    name: 'Acme',
    credits: 1000,
    environments: [
      { name: 'default', variables: { SENDER: 'support@acme.example' } },
      { name: 'staging', variables: { SENDER: 'staging@acme.example' } },
      { name: 'empty' },
    ],
    toolsets: [
      {
        id: 'mail',
        name: 'Mail',
        visibility: 'private',
        versions: [createMailToolsetVersion('1.2.0'), createMailToolsetVersion('2.0.0')],
        // The published version for each environment profile.
        published: { default: '1.2.0', staging: '2.0.0' },
      },
      {
        id: 'weather',
        name: 'Weather',
        visibility: 'public',
        versions: [weatherVersion, { ...weatherVersion, version: '3.1.0' }],
        published: { default: weatherVersion.version },
      },
      // A manifest does not list a tool set without tools.
      { id: 'drafts', name: 'Drafts', versions: [{ version: '0.1.0', tools: [] }], published: { default: '0.1.0' } },
    ],
    toolHostingKeys: [
      { name: 'Default', environment: 'default', key: sampleKeys.defaultEnvironment },
      { name: 'Staging', environment: 'staging', key: sampleKeys.stagingEnvironment },
      { name: 'Empty', environment: 'empty', key: sampleKeys.emptyEnvironment },
    ],
    consoleSessions: [sampleKeys.consoleSession],
  }
}

/** Creates an organization that has published nothing. One of its tool sets has no tools. */
function createGlobexOrganization(): OrganizationSeed {
  return {
    id: 'globex',
    name: 'Globex',
    credits: 1,
    environments: [{ name: 'default' }],
    toolsets: [
      { id: 'invoices', name: 'Invoices', versions: [invoicesVersion] },
      { id: 'templates', name: 'Templates', versions: [{ version: '1.0.0', tools: [] }] },
    ],
    toolHostingKeys: [{ name: 'Default', environment: 'default', key: sampleKeys.otherOrganization }],
  }
}

/** Creates an organization with one published tool set. */
function createInitechOrganization(): OrganizationSeed {
  return {
    id: 'initech',
    name: 'Initech',
    credits: 10,
    environments: [{ name: 'default' }],
    toolsets: [
      { id: 'billing', name: 'Billing', visibility: 'public', versions: [billingVersion], published: { default: '5.4.3' } },
    ],
    toolHostingKeys: [{ name: 'Default', environment: 'default', key: sampleKeys.publishingOrganization }],
  }
}

/** Sending to this address always fails, for tests of failures. */
const FULL_MAILBOX_ADDRESS = 'full@example.org'

function createMailboxError(): Error {
  const error = new Error(`The mailbox of ${FULL_MAILBOX_ADDRESS} is full`)
  error.name = 'MailboxFull'
  return error
}

/** Creates a version of the tool set for mail. */
function createMailToolsetVersion(version: string): ToolsetVersionSeed {
  return {
    version,
    tools: [
      {
        name: 'send',
        description: 'Send a message',
        parameters: [
          { name: 'to', type: 'string', required: true },
          { name: 'text', type: 'string', required: true },
        ],
        implementation: ({ to = null }, { variables }) => {
          if (to === FULL_MAILBOX_ADDRESS) throw createMailboxError()
          return { delivered: true, from: variables['SENDER'] ?? null, to }
        },
      },
      { name: 'count', description: 'Count the messages', implementation: () => 3 },
      { name: 'version', description: 'The version of the tool set', implementation: () => version },
    ],
  }
}

const weatherVersion: ToolsetVersionSeed = {
  version: '3.0.1',
  tools: [
    {
      name: 'forecast',
      description: 'The forecast for a city',
      parameters: [{ name: 'city', type: 'string', required: true }],
      implementation: ({ city = null }) => ({ city, sky: 'clear', celsius: 21 }),
    },
  ],
}

const invoicesVersion: ToolsetVersionSeed = {
  version: '0.9.0',
  tools: [{ name: 'print', description: 'Print an invoice', implementation: () => 'printed' }],
}

const billingVersion: ToolsetVersionSeed = {
  version: '5.4.3',
  tools: [{ name: 'charge', description: 'Charge an account', implementation: () => 'charged' }],
}
