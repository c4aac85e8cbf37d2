import { createMockService, type MockService, type MockServiceOptions } from '@wfhost/mock-server'
import { checks } from '../../src/engine/checks.ts'
import { sleep, type TargetDescription } from '../../src/target/create-target.ts'
import { type ContractWorld, contractFixtures, createContractWorld } from '../contract-world.ts'
import { createLocalHooks, waitOn } from '../local-hooks.ts'
import { intercept, onResponse } from '../mutants/mutant.ts'
import { lateEffects } from './late-effects.ts'
import { registries } from './registries.ts'
import { responseText } from './response-text.ts'
import { refusals, runs } from './runs.ts'
import type { Variant } from './variant.ts'

/** Every variation that conforms. The variations that rewrite the text are outermost. */
export const variants: readonly Variant[] = [...runs, ...registries, ...refusals, ...lateEffects, ...responseText]

/** A conforming server with another address or slow responses, which is not combined with other variants. */
export interface LoneVariant {
  readonly name: string
  readonly describe: () => TargetDescription
  /** The checks that run against the variant. @default all checks */
  readonly only?: readonly string[]
  /** Whether a check may be blocked because the server is too busy. @default false */
  readonly isBusy?: boolean
}

// The checks of the rate limit do not repeat a request after a 429.
const retrying = checks.filter(({ area }) => area !== 'rate-limit').map(({ id }) => id)
const host = 'http://workflows.test'

const shared = [{ toolset: 'mail', version: '7.0.0', tool: 'send' }]

/** Variants that are not combined with others. */
export const loneVariants: readonly LoneVariant[] = [
  { name: 'its address ends with a slash', describe: () => describe({ at: { baseUrl: `${host}/` } }) },
  { name: 'its address is one of IPv6', describe: () => describe({ at: { baseUrl: 'http://[::1]:8080' } }) },
  { name: 'it lies under a path', describe: () => describe({ at: { baseUrl: `${host}/tenants/a` }, vary: under('/tenants/a') }) },
  {
    name: 'its registry lies at another address, under a path',
    describe: () => describe({ at: { baseUrl: host, registryUrl: 'https://tools.test/r/' }, vary: under('/r') }),
  },
  {
    name: 'its product has another name',
    describe: () => describe({ at: { baseUrl: host, product: 'acme-flows' }, options: { product: 'acme-flows' } }),
  },
  {
    name: 'its run IDs are numbers that differ in the nineteenth digit',
    describe: () => describe({ at: { baseUrl: host }, vary: longRunIds }),
  },
  {
    name: 'its responses take longer than its slow workflow',
    describe: () => describe({ at: { baseUrl: host }, vary: slowly }),
    only: ['run-async', 'run-async-unique', 'run-sync', 'run-ok'],
  },
  {
    name: 'it needs most of the time of its slow workflow to put a run on record',
    describe: () => describe({ at: { baseUrl: host }, world: { slowMs: 300 }, vary: startSlowly }),
    only: ['run-async'],
  },
  {
    name: 'it does that on a machine that stops for most of the time',
    describe: () =>
      describe({ at: { baseUrl: host }, world: { slowMs: 300 }, vary: (service) => stopping(startSlowly(service)) }),
    only: ['run-async'],
    isBusy: true,
  },
  ...[contractFixtures.otherOrganization.listed, []].map((own) => ({
    name: `its organizations ${own.length === 0 ? 'have only' : 'share'} a tool set of the same name`,
    describe: () => {
      const otherOrganization = { ...contractFixtures.otherOrganization, listed: [...own, ...shared], notListed: ['weather'] }
      const shares = describe({ at: { baseUrl: host }, world: { globexHas: ['mail'] } })
      return { ...shares, fixtures: { ...contractFixtures, otherOrganization } }
    },
  })),
  {
    name: 'the target does not wait for background runs, and its hook returns only the ended runs',
    describe: () => ({
      ...describe({ at: { baseUrl: host }, vary: (service) => ({ ...service, settled: async () => {} }) }),
      settleMs: 500,
      wait: sleep,
    }),
    only: ['run-async', 'run-async.background', 'run-async.beside-others', 'run-async-unique'],
  },
  {
    name: 'it is busy now and then, and says for how long',
    describe: () => describe({ at: { baseUrl: host }, vary: busy }),
    only: retrying,
  },
  {
    name: 'it is busy now and then, and says until when by a clock that is a day ahead',
    describe: () => describe({ at: { baseUrl: host }, vary: busyByItsClock }),
    only: retrying,
  },
]

/** Responds with 429 to some requests. The clock of the server is a day ahead. */
function busyByItsClock(service: MockService): MockService {
  let request = 0
  return intercept(['run', 'public manifest', 'execute'], (_request, { pass }) => {
    request += 1
    if (request % 20 !== 0) return pass()
    const date = new Date(Date.now() + 86_400_000).toUTCString()
    return { status: 429, headers: new Headers({ date, 'retry-after': date }), text: '' }
  })(service)
}

interface Lone {
  readonly at: Pick<TargetDescription, 'baseUrl' | 'registryUrl' | 'product'>
  readonly world?: ContractWorld
  readonly options?: MockServiceOptions
  readonly vary?: (service: MockService) => MockService
}

function describe({ at, options = {}, vary = (service) => service, world = {} }: Lone): TargetDescription {
  const service = vary(createMockService(createContractWorld(world), options))
  const { slow } = contractFixtures
  const fixtures = { ...contractFixtures, slow: { ...slow, durationMs: world.slowMs ?? slow.durationMs } }
  return { name: 'a variant', ...at, fetch: service.fetch, fixtures, hooks: createLocalHooks(service), wait: waitOn(service) }
}

/** The service behind a path that it knows of: its manifests refer to where it can be reached. */
function under(path: string): (service: MockService) => MockService {
  return (service) => ({
    ...service,
    fetch: async (request) => {
      const url = new URL(request.url)
      if (url.pathname.startsWith(`${path}/`)) url.pathname = url.pathname.slice(path.length)
      else if (path !== '/r') return new Response(null, { status: 404 })
      const response = await service.fetch(new Request(url, request))
      const text = (await response.text()).replaceAll(`${url.origin}/v1/`, `${url.origin}${path}/v1/`)
      return new Response(text, { status: response.status, headers: withoutLength(response.headers) })
    },
  })
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('content-length')
  return kept
}

function longRunIds(service: MockService): MockService {
  let started = 0
  return onResponse(['run'], ({ text }) => {
    if (!text.includes('"runId"')) return undefined
    started += 1
    return { text: `{"execution":{"id":172345678901234567${started % 10}}}` }
  })(service)
}

/** Longer than the slow workflow of the contract world. */
const latencyMs = 120

function slowly(service: MockService): MockService {
  return {
    ...service,
    fetch: async (request) => {
      const response = await service.fetch(request)
      await new Promise((resolve) => setTimeout(resolve, latencyMs))
      return response
    },
  }
}

const recordMs = 180

function startSlowly(service: MockService): MockService {
  return intercept(['run'], async ({ text }, { pass }) => {
    if (text.includes('"async"')) await new Promise((resolve) => setTimeout(resolve, recordMs))
    return pass()
  })(service)
}

const stopMs = 400

/** Responses that are due while the machine is stopped arrive when it continues, in their original order. */
function stopping(service: MockService): MockService {
  let stop: Promise<unknown> | undefined
  return {
    ...service,
    fetch: async (request) => {
      const response = await service.fetch(request)
      stop ??= new Promise((resolve) => setTimeout(resolve, stopMs - (performance.now() % stopMs))).then(() => {
        stop = undefined
      })
      await stop
      return response
    },
  }
}

function busy(service: MockService): MockService {
  let request = 0
  return intercept(['run', 'public manifest', 'execute'], (_request, { pass }) => {
    request += 1
    if (request % 9 !== 0) return pass()
    return { status: 429, headers: new Headers({ 'retry-after': '0' }), text: '' }
  })(service)
}
