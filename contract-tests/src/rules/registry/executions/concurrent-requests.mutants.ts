import type { MockService } from '@wfhost/mock-server'
import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  bearerOf,
  flowIdOf,
  intercept,
  isAsync,
  isResult,
  type Mutant,
  type MutantRequest,
  type MutantResponse,
  onResponse,
  parseObject,
  respond,
  rightKey,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { tooMany } from '../../keys/rate-limits.mutants.ts'

/** Long enough for concurrent requests to overlap. */
const longEnoughMs = 30

/** Servers that do well as long as one request comes after the other. */
export const concurrency: readonly Mutant[] = [
  {
    defect: 'concurrent runs get their results in reverse',
    foundBy: 'RUN-RESULT.parallel',
    remembers: true,
    mutate: (service) => {
      const underWay: Promise<MutantResponse>[] = []
      return intercept(['run'], async (_request, { pass }) => {
        underWay.push(pass())
        await moment()
        // The last one gets the first result.
        return underWay.pop() ?? pass()
      })(service)
    },
  },
  keptByOne('that a workflow is published', ({ status }) => status === 200),
  keptByOne('that a workflow is not published', ({ status }) => status === 404),
  {
    defect: 'one of two processes continues to serve old manifests after a publication',
    foundBy: 'MAN-VERSION.parallel',
    remembers: true,
    mutate: (service) => {
      const kept = new Map<string, MutantResponse>()
      let turn = 0
      return intercept(['public manifest'], async (request, { pass }) => {
        turn += 1
        if (turn % 2 === 0) return pass()
        const response = kept.get(bearerOf(request)) ?? (await pass())
        kept.set(bearerOf(request), response)
        return response
      })(service)
    },
  },
  {
    defect: 'a run has the error of a concurrent failed run',
    foundBy: 'RUN-STATUS.parallel',
    remembers: true,
    mutate: (service) => {
      let underWay = 0
      return intercept(['run'], async (request, { pass }) => {
        const fails = flowIdOf(request) === 'failing'
        if (fails) underWay += 1
        const response = await (underWay > 0 && !fails ? pass(toFailing(request, service)) : pass())
        await moment()
        if (fails) underWay -= 1
        return response
      })(service)
    },
  },
  {
    defect: 'concurrent runs have the steps of the last run',
    foundBy: 'RUN-STEPS.parallel',
    remembers: true,
    mutate: (service) => {
      let last: unknown
      return intercept(['run'], async (_request, { pass }) => {
        const response = await pass()
        const body = parseObject(response.text)
        if (!isResult(body)) return response
        last = body['stepOutputs']
        await moment()
        return { ...response, text: JSON.stringify({ ...body, stepOutputs: last }) }
      })(service)
    },
  },
  {
    defect: 'concurrent executions see the variables of the last key',
    foundBy: 'HOST-ENV.parallel',
    remembers: true,
    mutate: ofLastKey('execute'),
  },
  {
    defect: 'concurrent executions get the arguments of the last execution',
    foundBy: 'EXE-ENDPOINT.parallel',
    mutate: (service) => {
      let last = ''
      return intercept(['execute'], async (request, { pass }) => {
        last = request.text
        await moment()
        return pass({ text: last })
      })(service)
    },
  },
  {
    defect: 'concurrent executions of one tool get the arguments of its last execution',
    foundBy: 'EXE-ENDPOINT.parallel',
    mutate: (service) => {
      let last = ''
      return intercept(['execute'], async (request, { pass }) => {
        if (!request.text.includes('"send"')) return pass()
        last = request.text
        await moment()
        return pass({ text: last })
      })(service)
    },
  },
  duringAnotherRun('only the first of concurrent async starts runs', 'RUN-ASYNC.parallel', (request, { pass }) =>
    isAsync(request) ? respond(200, { runId: crypto.randomUUID() }) : pass(),
  ),
  duringAnotherRun('an async start during another start runs twice', 'RUN-ASYNC.parallel', async (request, { pass }) => {
    if (isAsync(request)) await pass()
    return pass()
  }),
  {
    defect: 'an async run ends with the connection of its client',
    foundBy: 'RUN-ASYNC.closed',
    mutate: intercept(['run'], (request, { pass }) =>
      isAsync(request) && request.headers.get('connection') === 'close' ? respond(200, { runId: crypto.randomUUID() }) : pass(),
    ),
  },
  {
    defect: 'the run ID is made of the time, in tenths of a second',
    foundBy: 'RUN-ASYNC-UNIQUE.parallel',
    remembers: true,
    mutate: (service) => {
      let last = 0
      let id = 0
      return onResponse(['run'], ({ text }) => {
        if (!('runId' in (parseObject(text) ?? {}))) return undefined
        if (performance.now() - last > longEnoughMs) id += 1
        last = performance.now()
        return { text: JSON.stringify({ runId: `run-${id}` }) }
      })(service)
    },
  },
  {
    defect: 'concurrent executions take twice the credits',
    foundBy: 'EXE-CREDIT.parallel',
    remembers: true,
    mutate: overlapping('execute', (request, { pass, service }) => {
      if (bearerOf(request) === 'host-acme-default') service.setCredits('acme', service.creditBalance('acme') - 1)
      return pass()
    }),
  },
  {
    defect: 'concurrent reads of manifests all return the manifest of the last key',
    foundBy: 'MAN-ORG.parallel',
    remembers: true,
    mutate: ofLastKey('public manifest'),
  },
  {
    defect: 'only the key of the first of several concurrent runs is checked',
    foundBy: 'KEY-REGENERATED.parallel',
    remembers: true,
    mutate: overlapping('run', (request, { pass, service }) => pass(withKey(request, rightKey(request, service)))),
  },
  {
    defect: 'each of twenty threads caches the keys that it has seen',
    foundBy: 'KEY-REGENERATED.parallel',
    remembers: true,
    mutate: (service) => {
      const seen = Array.from({ length: 20 }, () => new Set<string>())
      let turn = 0
      return intercept(['run'], async (request, { pass }) => {
        turn = (turn + 1) % seen.length
        const own = seen[turn]
        const use = `${flowIdOf(request)} ${bearerOf(request)}`
        if (own?.has(use)) return pass(withKey(request, rightKey(request, service)))
        const response = await pass()
        if (response.status === 200) own?.add(use)
        return response
      })(service)
    },
  },
  {
    defect: 'the regeneration of a key during a run makes the run an internal error',
    foundBy: 'KEY-REGENERATED.parallel',
    remembers: true,
    mutate: (service) => {
      let regenerated = 0
      const slowed = intercept(['run'], async (_request, { pass }) => {
        const before = regenerated
        const response = await pass()
        await moment()
        return before === regenerated ? response : respond(500, { message: 'Internal error' })
      })(service)
      return {
        ...slowed,
        regenerateKey: (flowId) => {
          regenerated += 1
          return service.regenerateKey(flowId)
        },
      }
    },
  },
  limitedBy('concurrent requests are counted as one request', (count, underWay) => count - underWay),
  limitedBy('concurrent requests are counted twice', (count, underWay) => count + underWay),
]

/** Treats each of several concurrent requests as if it had the key of the last one. */
function ofLastKey(place: MutantRequest['place']): Mutant['mutate'] {
  return (service) => {
    const state = { key: '' }
    return intercept([place], async (request, { pass }) => {
      state.key = bearerOf(request)
      await moment()
      return pass(withKey(request, state.key))
    })(service)
  }
}

/** The request as one that runs the failing workflow. */
function toFailing(request: MutantRequest, service: MockService): Partial<MutantRequest> {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/flows\/[^/]+/, 'flows/failing')
  return { url, ...withKey(request, service.workflowKey('failing')), text: '{"args":[]}' }
}

/** Waits until concurrent requests overlap. */
export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, longEnoughMs))
}

type Handle = Parameters<typeof intercept>[1]

/** Handles a request differently while another request with the same key is in progress. */
function overlapping(place: MutantRequest['place'], handle: Handle): Mutant['mutate'] {
  return (service) => {
    const underWay = new Map<string, number>()
    return intercept([place], async (request, upstream) => {
      const key = bearerOf(request)
      const others = underWay.get(key) ?? 0
      underWay.set(key, others + 1)
      try {
        const response = await (others > 0 ? handle(request, upstream) : upstream.pass())
        await moment()
        return response
      } finally {
        underWay.set(key, (underWay.get(key) ?? 1) - 1)
      }
    })(service)
  }
}

function duringAnotherRun(defect: string, ...[foundBy, handle]: readonly [Mutant['foundBy'], Handle]): Mutant {
  return { defect, foundBy, remembers: true, mutate: overlapping('run', handle) }
}

/** A server with a separate rate limit, which counts the accepted requests and the requests in progress. */
function limitedBy(defect: string, counted: (count: number, underWay: number) => number): Mutant {
  return {
    defect,
    foundBy: 'LIMIT-429.parallel',
    remembers: true,
    mutate: (service) => {
      const state = { most: Number.POSITIVE_INFINITY, count: 0, underWay: 0 }
      const limited = intercept(['run'], async (_request, { pass }) => {
        const isOver = counted(state.count, state.underWay) >= state.most
        state.count += 1
        state.underWay += 1
        await moment()
        state.underWay -= 1
        if (!isOver) return pass()
        return tooMany()
      })(service)
      return { ...limited, setRateLimit: (limit) => void Object.assign(state, { most: limit?.requests ?? Infinity, count: 0 }) }
    },
  }
}

function keptByOne(what: string, keeps: (response: MutantResponse) => boolean): Mutant {
  const mutate = (service: MockService): MockService => {
    let kept: MutantResponse | undefined
    let turn = 0
    return intercept(['run'], async (request, { pass }) => {
      if (flowIdOf(request) !== contractFixtures.publishableFlowId) return pass()
      turn += 1
      if (turn % 2 === 0) return pass()
      const response = kept ?? (await pass())
      if (keeps(response)) kept = response
      return response
    })(service)
  }
  return { defect: `one of two processes caches ${what}`, foundBy: 'KEY-CREATED.parallel', remembers: true, mutate }
}
