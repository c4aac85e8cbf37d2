import { randomUUID } from 'node:crypto'
import type { AnswerPlain, PlainRequest, PlainResponse } from '../../core/requests/plain-exchange.ts'
import { createWebDoor } from '../../core/requests/web-fetch.ts'
import { json } from '../../host/answers.ts'
import { findAccessProblem } from '../../host/find-access-problem.ts'
import { mergeFamilies } from '../../serve/metrics/merge-families.ts'
import type { WorkerOptions } from '../workers/messages.ts'
import { ownerOf } from '../workers/owner-of.ts'
import { startWorker, type Worker } from '../workers/start-worker.ts'
import type { Engine } from './engine.ts'

/** The options of servers in several processes. */
export interface WorkersOptions extends Omit<WorkerOptions, 'watch'> {
  readonly workers: number
  /** Called with one line when a worker ends, and its worlds with it. */
  readonly onLoss: (why: string) => void
}

/** Opens reference servers in several processes; the id of a world decides which one has it (decisions/016). */
export async function openWorkers({ onLoss, workers: count, ...options }: WorkersOptions): Promise<Engine> {
  const program = process.argv[1] ?? ''
  let opened = false
  let lost: string | undefined
  const workers = Array.from({ length: count }, (_, index) =>
    startWorker(`Worker ${index}`, {
      program,
      onLoss: (why) => {
        lost ??= why
        if (opened) onLoss(why)
      },
    }),
  )
  const [first] = workers as [Worker, ...Worker[]]
  try {
    const [keys] = await Promise.all(
      workers.map((worker) => {
        const own = worker === first ? { watch: true } : { watch: false, state: undefined }
        return worker.ask('open', { ...options, ...own })
      }),
    )
    // One may have ended after it was opened, while others were still opening.
    if (lost !== undefined) throw new Error(lost)
    opened = true
    return {
      target: createWebDoor(answerBy(workers, options)),
      ready: () => first.ask('ready'),
      waitingFor: () => first.ask('waitingFor'),
      describe: (url) => first.ask('describe', url),
      keys: keys ?? [],
      processes: workers.flatMap(({ pid }) => pid ?? []),
      families: async (front) => {
        const own = await Promise.all(workers.map((worker) => worker.ask('families')))
        return mergeFamilies(new Map([['front', front], ...own.map((families, index) => [String(index), families] as const)]))
      },
      stop: () => {},
      close: async () => {
        await Promise.all(workers.map((worker) => worker.close()))
      },
    }
  } catch (error) {
    for (const worker of workers) worker.kill()
    throw error
  }
}

/** Access to the control surface is checked here, before a request reaches a worker. */
function answerBy(workers: readonly Worker[], { control }: Pick<WorkersOptions, 'control'>): AnswerPlain {
  return async (request) => {
    const controls = request.path.startsWith('/__mock/') && control !== false
    const why = controls ? findAccessProblem({ token: control?.token }, request) : undefined
    if (why !== undefined) return json(403, { message: why })
    const path = controls && request.method === 'POST' && /^\/__mock\/worlds\/?$/.test(request.path) ? newWorld() : undefined
    if (controls && request.method === 'GET' && request.path === '/__mock/worlds') return listWorlds(workers, request)
    const owner = workers[ownerOf(path ?? request.path, workers.length)] as Worker
    return owner.answer(request, path === undefined ? {} : { method: 'PUT', path })
  }
}

/** The id decides which worker has the world, so it is chosen here. */
function newWorld(): string {
  return `/__mock/worlds/${randomUUID()}`
}

/** Lists the worlds of all workers, one worker after the other. */
async function listWorlds(workers: readonly Worker[], request: PlainRequest): Promise<PlainResponse> {
  const answers = await Promise.all(workers.map((worker) => worker.answer(request)))
  const worlds = answers.flatMap(({ body }) => JSON.parse(body).worlds)
  return json(200, { worlds })
}
