import * as z from 'zod'
import { type ContractTarget, contractTargetSchema } from '../../contract/record-contract.ts'

export const mswOptionsSchema = z.strictObject({
  baseUrl: z.string().optional(),
  registryUrl: z.string().optional(),
  onUnhandledRequest: z.enum(['passthrough', 'not-found']).optional(),
  cors: z.boolean().optional(),
  contract: contractTargetSchema.optional(),
} satisfies Readonly<Record<keyof MswOptions, z.ZodType>>)

/** The URLs of the service. */
export interface MswOptions {
  /**
   * The base URL of the workflow service, with or without a path; in a page, `/api` is on its own origin.
   * @default http://127.0.0.1:4010
   */
  readonly baseUrl?: string | undefined
  /** The base URL of the tool registry. @default the baseUrl */
  readonly registryUrl?: string | undefined
  /**
   * How to handle a request under these URLs that the API does not have. `passthrough` leaves it to later handlers and
   * to the network. `not-found` responds with 404, which a strict test reports.
   * @default passthrough if the page has the same origin, not-found elsewhere
   */
  readonly onUnhandledRequest?: 'passthrough' | 'not-found' | undefined
  /** Whether pages of other origins may call it: jsdom and happy-dom ask that of MSW 3, and browsers of no MSW. @default false */
  readonly cors?: boolean | undefined
  /**
   * Where to write the contract: each distinct request, with the response that the page received, as an HTTP Archive. Keys
   * appear by name. `wfhost-conformance verify` compares a real server with it.
   *
   * In a page, pass a function instead of a path: it receives the archive. Only a service of `createMockService` has a
   * contract. @default none
   */
  readonly contract?: ContractTarget | undefined
}
