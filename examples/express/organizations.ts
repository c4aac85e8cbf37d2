// organizations.ts: the organizations of the registry, with their tools. Your tools come from a database, and run in a sandbox.
export type Tool = (args: Readonly<Record<string, unknown>>, variables: Readonly<Record<string, string>>) => unknown

export interface Toolset {
  /** The first one is version 1. */
  readonly versions: readonly Readonly<Record<string, Tool>>[]
  /** The version of each environment. */
  readonly published: Record<string, number>
}

export interface Organization {
  credits: number
  /** Their variables. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly toolsets: Readonly<Record<string, Toolset>>
}

/** New tool sets, by their ids. */
export function createOrganizations(): Map<string, Organization> {
  const mail = (edition: string): Record<string, Tool> => ({
    send: ({ text }) => ({ sent: text }),
    bounce: () => {
      throw Object.assign(new Error('No room'), { name: 'MailboxFull' })
    },
    sender: (_, variables) => variables['SENDER'],
    edition: () => edition,
  })
  const tool = (name: string): Record<string, Tool> => ({ [name]: () => name })
  const acme: Organization = {
    credits: 1000,
    environments: { default: { SENDER: 'desk@acme' }, staging: { SENDER: 'staging@acme' }, empty: {} },
    toolsets: {
      mail: { versions: ['first', 'second', 'third'].map(mail), published: { default: 2, staging: 3 } },
      weather: { versions: [tool('forecast')], published: { default: 1 } },
      lab: { versions: [tool('measure')], published: { staging: 1 } },
      hollow: { versions: [{}], published: { default: 1 } },
      unreleased: { versions: [tool('hidden')], published: {} },
    },
  }
  const globex: Organization = {
    credits: 1000,
    environments: { default: {} },
    toolsets: {
      mail: { versions: [mail('other')], published: { default: 1 } },
      billing: { versions: [tool('invoice')], published: { default: 1 } },
    },
  }
  const initech: Organization = {
    credits: 0,
    environments: { default: {} },
    toolsets: {
      reports: { versions: [tool('print'), tool('print')], published: {} },
      blank: { versions: [{}], published: {} },
    },
  }
  return new Map(Object.entries({ acme, globex, initech }))
}
