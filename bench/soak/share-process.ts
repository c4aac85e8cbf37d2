import { createMockService } from '@wfhost/mock-server'
import { createBenchWorld } from '../servers/create-bench-world.ts'
import { operationNamed } from '../servers/operations.ts'

/** What many worlds in one process did. */
export interface SharedProcess {
  readonly perSecond: number
  /** Worlds that hold exactly the runs that were sent to them. */
  readonly exact: number
}

/** Sends runs to many worlds at the same time; each is to know its own and no other. */
export async function shareProcess({ runs, worlds }: { readonly worlds: number; readonly runs: number }): Promise<SharedProcess> {
  const { body = '', headers, path } = operationNamed('sync run')
  const services = Array.from({ length: worlds }, () => createMockService(createBenchWorld(), { keptRuns: runs * 2 }))
  const began = performance.now()
  const send = async (service: (typeof services)[number]) => {
    for (let done = 0; done < runs; done += 1) {
      const response = await service.fetch(new Request(`http://127.0.0.1:4010${path}`, { method: 'POST', headers, body }))
      if (response.status !== 200) throw new Error(`Cannot count a run: ${response.status}`)
      await response.text()
    }
  }
  await Promise.all(services.map(send))
  const perSecond = (worlds * runs * 1000) / (performance.now() - began)
  return { perSecond, exact: services.filter((service) => service.runs().length === runs).length }
}
