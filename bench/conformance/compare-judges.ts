import { createContractWorld } from '../../contract-tests/proof/contract-world.ts'
import type { Mutant } from '../../contract-tests/proof/mutants/mutant.ts'
import { mutants } from '../../contract-tests/proof/mutants/mutants.ts'
import { listen } from '../../mock-server/src/adapters/http.ts'
import { createMockService, type MockService } from '../../mock-server/src/index.ts'
import { createJudges, type Judge, type Judgement } from './judges.ts'

/** A judge, its times on a server without a defect, and which defects it found. */
export interface Compared {
  readonly name: string
  readonly requests: number
  readonly ms: readonly number[]
  /** Tests that failed on the server without a defect: false alarms. */
  readonly alarms: readonly string[]
  readonly found: readonly string[]
}

/** Lets each tool judge a server without a defect, and ten with one. */
export async function compareJudges(
  rounds: number,
): Promise<{ readonly defects: readonly string[]; readonly judges: readonly Compared[] }> {
  const chosen = chooseTen(mutants)
  const judges: Compared[] = []
  for (const judge of createJudges()) {
    const ms: number[] = []
    let good: Judgement = { requests: Number.NaN, failed: [] }
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      good = await judgeServer(judge, (service) => service)
      ms.push(performance.now() - began)
    }
    if (!(good.requests > 0)) throw new Error(`Cannot compare ${judge.name}: it did not say how many requests it sent`)
    const found: string[] = []
    for (const { mutate, defect } of chosen) {
      const { failed } = await judgeServer(judge, mutate)
      if (failed.some((name) => !good.failed.includes(name))) found.push(defect)
    }
    judges.push({ name: judge.name, requests: good.requests, ms, alarms: good.failed, found })
  }
  return { defects: chosen.map(({ defect }) => defect), judges }
}

/** At equal distances over the whole list, which goes by what is broken, so that nobody picks what suits a tool. */
function chooseTen(servers: readonly Mutant[]): readonly Mutant[] {
  return Array.from({ length: 10 }, (_, index) => servers[Math.floor((index * servers.length) / 10)]).filter(
    (server) => server !== undefined,
  )
}

async function judgeServer({ judge }: Judge, mutate: (service: MockService) => MockService): Promise<Judgement> {
  const service = mutate(createMockService(createContractWorld()))
  const server = await listen(service)
  try {
    return await judge({ url: server.url, service })
  } finally {
    service.stop()
    await server.close()
  }
}
