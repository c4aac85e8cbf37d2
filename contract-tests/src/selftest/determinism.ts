import { createHash } from 'node:crypto'
import { createMockService } from '@wfhost/mock-server'
import { createContractWorld } from '../local/contract-world.ts'
import { checkService } from './check-service.ts'
import type { SelfTest } from './self-test.ts'

const repeats = 100
const atOnce = 10

/** The same server gives the same report, times aside. */
export const determinism: SelfTest = {
  name: `${repeats} runs give one report, times aside`,
  run: async () => {
    const hashes = new Set<string>()
    for (let done = 0; done < repeats; done += atOnce) {
      for (const hash of await Promise.all(Array.from({ length: atOnce }, hashOfReport))) hashes.add(hash)
    }
    return { cases: repeats, failures: hashes.size === 1 ? [] : [`${hashes.size} different reports`] }
  },
}

async function hashOfReport(): Promise<string> {
  const { report } = await checkService(createMockService(createContractWorld()))
  const timeless = JSON.stringify(report, (name, value) => (/^(startedAt|durationMs|date)$/.test(name) ? undefined : value))
  return createHash('sha256').update(timeless).digest('hex')
}
