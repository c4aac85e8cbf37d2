import * as z from 'zod'
import { type ContractTarget, contractTargetSchema } from '../contract/record-contract.ts'
import type { Clock } from '../core/clock/clock.ts'
import type { Random } from '../core/random.ts'
import { type MockServiceOptions, serviceOptionsSchema } from '../core/service-options.ts'
import { callable, plainOrObject } from '../schema/check.ts'
import { type VerifyOptions, verifyOptionsSchema } from '../schema/journal.ts'
import type { MockSeed } from '../schema/world.ts'
import type { MswServer } from './through-msw.ts'

/** The options of the world of a test. */
export interface TestWorldOptions extends Omit<MockServiceOptions, 'clock' | 'random'> {
  /** Creates the seed of the world; called for each test. @default createSampleWorld */
  readonly seed?: (() => MockSeed) | undefined
  /**
   * Creates the clock of the world; called for each test, so that tests do not share one.
   * @default one that follows the machine's
   */
  readonly clock?: (() => Clock) | undefined
  /** Creates the random source of keys and run IDs; called for each test. @default the same sequence for each test */
  readonly random?: (() => Random) | undefined
  /**
   * How clients reach the world: `fetch` calls it in process, `http` listens on a free port, and `msw` intercepts the
   * global `fetch` and XMLHttpRequest. A test in a page has only `fetch`. @default 'fetch'
   */
  readonly transport?: 'fetch' | 'http' | 'msw' | undefined
  /**
   * With `transport: 'msw'`, the `setupServer()` that listens already. It is required if there is one, because MSW uses only the
   * server that listened last. @default one for all worlds, while any is open
   */
  readonly mswServer?: MswServer | undefined
  /** Whether pages of other origins may call a world over HTTP or through MSW, as those of jsdom do. @default false */
  readonly cors?: boolean | undefined
  /**
   * Fails the test at its end if the world received a request that the API document does not have or does not allow. The
   * options of `verify` can exclude requests, as in `{ except: [{ status: 400 }] }`. @default false
   */
  readonly strict?: boolean | VerifyOptions | undefined
  /**
   * Where to write the contract: each distinct request of the test, with the response that it received, as an HTTP Archive.
   * Keys appear by name. `wfhost-conformance verify` compares a real server with it. In a page, pass a function instead of
   * a path: it receives the archive. @default none
   */
  readonly contract?: ContractTarget | undefined
}

const maker = callable('a function that makes one for each test')

export const testWorldOptionsSchema = serviceOptionsSchema.extend({
  seed: maker.optional(),
  clock: maker.optional(),
  random: maker.optional(),
  transport: z.enum(['fetch', 'http', 'msw']).optional(),
  mswServer: z.looseObject({ use: callable(), listHandlers: callable() }).optional(),
  cors: z.boolean().optional(),
  strict: plainOrObject(z.boolean(), verifyOptionsSchema, 'true, false or the options of verify').optional(),
  contract: contractTargetSchema.optional(),
})
