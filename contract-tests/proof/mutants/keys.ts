import type { MockService } from '@wfhost/mock-server'
import {
  type Asked,
  answer,
  bearerOf,
  flowIdOf,
  intercept,
  type Mutant,
  onRequest,
  onStatus,
  refuse,
  rightKey,
  tokenOf,
  withKey,
} from './mutant.ts'

/** Servers that let a wrong or missing key run a workflow, or refuse it with another status. */
export const invalidKeys: readonly Mutant[] = [
  accepts('the key of a run is not looked at', () => true),
  accepts('a run without an Authorization header is let in', ({ headers }) => !headers.has('authorization')),
  accepts('a key is right when it begins with the right one', (asked, key) => bearerOf(asked).startsWith(key)),
  accepts(
    'a key is compared only as far as it was sent',
    (asked, key) => bearerOf(asked) !== '' && key.startsWith(bearerOf(asked)),
  ),
  accepts('the last character of a key is not looked at', (asked, key) => bearerOf(asked).slice(0, -1) === key.slice(0, -1)),
  accepts(
    'the scheme Basic is accepted with the key as user name',
    (asked, key) => authorization(asked) === `Basic ${btoa(`${key}:`)}`,
  ),
  accepts('a key is compared without regard to case', (asked, key) => bearerOf(asked).toLowerCase() === key.toLowerCase()),
  accepts('the scheme of the Authorization header is not looked at', (asked, key) => tokenOf(asked) === key),
  accepts('the scheme Basic is accepted beside Bearer', (asked, key) => authorization(asked) === `Basic ${key}`),
  accepts('the scheme Token is accepted beside Bearer', (asked, key) => authorization(asked) === `Token ${key}`),
  accepts('a key without a scheme is accepted', (asked, key) => authorization(asked) === key),
  accepts('Bearer without a key is accepted', (asked) => authorization(asked) === 'Bearer'),
  accepts('any token that looks like a word is accepted', (asked) => /^[a-z]+-key$/.test(bearerOf(asked))),
  accepts('a key in the query is accepted instead of the header', ({ headers, url }, key) => {
    return !headers.has('authorization') && url.searchParams.get('api_key') === key
  }),
  accepts('an access_token in the query is accepted instead of the header', ({ headers, url }, key) => {
    return !headers.has('authorization') && url.searchParams.get('access_token') === key
  }),
  accepts('a key in a header of its own is accepted', ({ headers }, key) => headers.get('x-api-key') === key),
  accepts('a key in a cookie is accepted', ({ headers }, key) => (headers.get('cookie') ?? '').includes(`token=${key}`)),
  accepts(
    'what follows the key is not looked at',
    (asked, key) => authorization(asked).split(' ', 2).join(' ') === `Bearer ${key}`,
  ),
  answers('an invalid key is refused with 403', 403),
  answers('an invalid key is refused with 400', 400),
  answers('an invalid key is hidden behind 404', 404),
  answers('an invalid key is an internal error', 500),
  answers('an invalid key is answered with 200 and a message', 200),
]

function accepts(defect: string, matches: (asked: Asked, key: string) => boolean): Mutant {
  const change = (asked: Asked, service: MockService): Partial<Asked> | undefined => {
    const key = rightKey(asked, service)
    return key !== undefined && matches(asked, key) ? withKey(asked, key) : undefined
  }
  return { defect, foundBy: 'KEY-INVALID', mutate: onRequest(['run'], change) }
}

function answers(defect: string, status: number): Mutant {
  return { defect, foundBy: 'KEY-INVALID', mutate: onStatus({ at: ['run'], status: 401 }, status) }
}

function authorization({ headers }: Asked): string {
  return headers.get('authorization') ?? ''
}

const otherWorkspace = 'key-ledger'
const sameWorkspace = ['key-typed', 'key-typed-twin', 'key-failing', 'key-slow']

/** Servers that confuse a key without access with a right or with a wrong one, or read the scheme too strictly. */
export const foreignKeys: readonly Mutant[] = [
  acceptsKeys('the key of any workflow runs every workflow', [...sameWorkspace, otherWorkspace]),
  acceptsKeys('the key of a workflow runs the other workflows of its workspace', sameWorkspace),
  acceptsKeys('the key of a workflow in another workspace is accepted', [otherWorkspace]),
  answersForeign('a key without access is refused with 401', 401),
  answersForeign('a key without access is refused with 404', 404),
  answersForeign('a key without access is refused with 400', 400),
  {
    defect: 'a key of another workspace is taken for an invalid one',
    foundBy: 'KEY-SCOPE',
    mutate: intercept(['run'], async (asked, { pass }) => {
      const given = await pass()
      return given.status === 403 && tokenOf(asked) === otherWorkspace ? answer(401, { message: 'Unknown key' }) : given
    }),
  },
  {
    defect: 'a tool-hosting key runs every workflow',
    foundBy: 'KEY-INVALID',
    mutate: onRequest(['run'], (asked, service) =>
      tokenOf(asked).startsWith('host-') ? withKey(asked, rightKey(asked, service)) : undefined,
    ),
  },
  refuses('the scheme is refused in lower case', /^bearer /),
  refuses('the scheme is refused in upper case', /^BEARER /),
  refuses('the scheme Bearer is refused as it is documented', /^Bearer /),
]

function acceptsKeys(defect: string, keys: readonly string[]): Mutant {
  return {
    defect,
    foundBy: 'KEY-SCOPE',
    mutate: onRequest(['run'], (asked, service: MockService) =>
      keys.includes(tokenOf(asked)) ? withKey(asked, rightKey(asked, service)) : undefined,
    ),
  }
}

function answersForeign(defect: string, status: number): Mutant {
  return { defect, foundBy: 'KEY-SCOPE', mutate: onStatus({ at: ['run'], status: 403 }, status) }
}

function refuses(defect: string, scheme: RegExp): Mutant {
  const mutate = refuse({ at: 'run', status: 401 }, ({ headers }) => scheme.test(headers.get('authorization') ?? ''))
  return { defect, foundBy: 'RUN-AUTH', mutate }
}

/** Servers that create, keep or replace the keys of workflows wrongly. */
export const keyLife: readonly Mutant[] = [
  {
    defect: 'the old key of a workflow still works after regeneration',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => withOldKeys(service, () => true),
  },
  {
    defect: 'the old key still starts async runs after regeneration',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => withOldKeys(service, (_uses, { text }) => text.includes('"async"')),
  },
  {
    defect: 'the old key works once more after regeneration',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => withOldKeys(service, (uses) => uses === 1),
  },
  {
    defect: 'the new key does not work after regeneration',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => {
      const made = new Set<string>()
      const regenerateKey = (flowId: string): string => added(made, service.regenerateKey(flowId))
      return { ...refuse({ at: 'run', status: 401 }, (asked) => made.has(tokenOf(asked)))(service), regenerateKey }
    },
  },
  {
    defect: 'the old key is refused with 403 after regeneration',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => {
      const old = new Set<string>()
      const regenerateKey = (flowId: string): string => {
        old.add(service.workflowKey(flowId) ?? '')
        return service.regenerateKey(flowId)
      }
      return { ...refuse({ at: 'run', status: 403 }, (asked) => old.has(tokenOf(asked)))(service), regenerateKey }
    },
  },
  {
    defect: 'regeneration stops the keys of all workflows',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => {
      const made = new Set<string>()
      const regenerateKey = (flowId: string): string => added(made, service.regenerateKey(flowId))
      const isOld = (asked: Asked): boolean => made.size > 0 && !made.has(tokenOf(asked))
      return { ...refuse({ at: 'run', status: 401 }, isOld)(service), regenerateKey }
    },
  },
  {
    defect: 'each publication makes a new key',
    foundBy: 'KEY-CREATED',
    mutate: (service) => ({
      ...service,
      publishWorkflow: (flowId) => {
        const published = service.workflowKey(flowId) !== undefined
        const key = service.publishWorkflow(flowId)
        return published ? service.regenerateKey(flowId) : key
      },
    }),
  },
  {
    defect: 'the first publication gives a key that does not work',
    foundBy: 'KEY-CREATED',
    mutate: (service) => ({ ...service, publishWorkflow: (flowId) => `${service.publishWorkflow(flowId)}x` }),
  },
  {
    defect: 'the key of the first publication runs every workflow',
    foundBy: 'KEY-CREATED',
    mutate: (service) => withBoundlessKeys(service, 'publishWorkflow'),
  },
  {
    defect: 'the new key runs every workflow after regeneration',
    foundBy: 'KEY-REGENERATED',
    mutate: (service) => withBoundlessKeys(service, 'regenerateKey'),
  },
  {
    defect: 'a second publication stops the key that it keeps',
    foundBy: 'KEY-CREATED',
    mutate: (service) => {
      const published = new Set<string>()
      const stopped = new Set<string>()
      const publishWorkflow = (flowId: string): string => {
        const key = service.publishWorkflow(flowId)
        if (published.has(flowId)) stopped.add(key)
        published.add(flowId)
        return key
      }
      return { ...refuse({ at: 'run', status: 401 }, (asked) => stopped.has(tokenOf(asked)))(service), publishWorkflow }
    },
  },
]

/** Makes the keys that a function of the service returns run every workflow. */
function withBoundlessKeys(service: MockService, by: 'publishWorkflow' | 'regenerateKey'): MockService {
  const keys = new Set<string>()
  const change = (asked: Asked) => (keys.has(tokenOf(asked)) ? withKey(asked, service.workflowKey(flowIdOf(asked))) : undefined)
  return { ...onRequest(['run'], change)(service), [by]: (flowId: string) => added(keys, service[by](flowId)) }
}

function withOldKeys(service: MockService, works: (uses: number, asked: Asked) => boolean): MockService {
  const flows = new Map<string, string>()
  let uses = 0
  const change = (asked: Asked): Partial<Asked> | undefined => {
    const flowId = flows.get(tokenOf(asked))
    if (flowId === undefined) return undefined
    uses += 1
    return works(uses, asked) ? withKey(asked, service.workflowKey(flowId)) : undefined
  }
  const regenerateKey = (flowId: string): string => {
    flows.set(service.workflowKey(flowId) ?? '', flowId)
    return service.regenerateKey(flowId)
  }
  return { ...onRequest(['run'], change)(service), regenerateKey }
}

function added(keys: Set<string>, key: string): string {
  keys.add(key)
  return key
}
