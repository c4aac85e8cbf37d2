import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { freePort } from '../../../tools/scripts/free-port.ts'
import { gateways } from '../gateways.ts'
import { selectRunnable } from '../select-runnable.ts'
import { openGateway } from './open-gateway.ts'

test.each(selectRunnable(gateways).runnable)(
  '$name takes another port if the first one is taken',
  { timeout: 60_000 },
  async ({ name }) => {
    await using upstream = await listen(async () => Response.json('upstream'))
    await using other = await listen(async () => Response.json('another process'))
    const ports = [other.port]

    const gateway = await openGateway(name, {
      upstream: upstream.url,
      mended: [],
      findPort: async () => ports.shift() ?? freePort(),
    })

    const response = await fetch(gateway.url)
    expect(await response.json()).toBe('upstream')
    await gateway.close()
  },
)
