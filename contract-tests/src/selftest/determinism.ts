import { createHash } from 'node:crypto'
import { createMockService } from '@wfhost/mock-server'
import { createContractWorld } from '../local/contract-world.ts'
import { checkService } from './check-service.ts'
import type { SelfTest } from './self-test.ts'

const repeats = 100

/** The same server gives the same report, times aside. */
export const determinism: SelfTest = {
  name: `${repeats} runs give one report, times aside`,
  run: async () => {
    const hashes = new Set<string>()
    for (let count = 0; count < repeats; count++) {
      const { report } = await checkService(createMockService(createContractWorld()))
      const timeless = JSON.stringify(report, (name, value) => (/^(startedAt|durationMs|date)$/.test(name) ? undefined : value))
      hashes.add(createHash('sha256').update(timeless).digest('hex'))
    }
    return { cases: repeats, failures: hashes.size === 1 ? [] : [`${hashes.size} different reports`] }
  },
}
