import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { type ControlConnection, connectControl } from '../../host/control-connection.ts'
import { createMockControl, type MockControl, MockControlError, type RemoteWorld } from '../../host/create-mock-control.ts'
import type { ControlOperationName } from '../../schema/control.ts'
import type { Print } from '../print.ts'
import { readToken } from '../read-options.ts'
import type { Target } from './print-result.ts'

/** The server and the world that a command controls, from its options. */
export interface ControlTarget extends Target {
  readonly control: MockControl
  readonly connection: ControlConnection
}

/** Reads which server and world a command controls. */
export function readTarget(command: CommandUnknownOpts, print: Print): ControlTarget {
  const options = Object(command.optsWithGlobals())
  // The URL of a world contains the URL of the server and the id of the world.
  const [, url = options.url, world = options.world] = /^(.*)\/worlds\/([^/]+)\/*$/.exec(options.url) ?? []
  const token = readToken(options.token, process.env)
  const fetch = createProbingFetch()
  return {
    url,
    token,
    world,
    json: options.json === true,
    print,
    control: createMockControl(url, { token, fetch }),
    connection: connectControl(url, { token, fetch }),
  }
}

const LONGEST_PROBE_MS = 10_000

/**
 * Creates a `fetch` that first waits for any response of the server, with a time limit. A request itself has none, because some
 * operations wait for a run.
 */
function createProbingFetch(): (request: Request) => Promise<Response> {
  let hasResponded = false

  return async (request) => {
    if (!hasResponded) await probe(request.url.replace(/\/__mock\/.*/, '/__mock/health'))
    hasResponded = true
    return fetch(request)
  }
}

/** Waits for the first response of a server. */
async function probe(url: string): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_PROBE_MS)
  try {
    const response = await fetch(url, { signal })
    await response.body?.cancel()
  } catch (cause) {
    if (!signal.aborted) throw cause
    // Without a cause, because the message of a failed request has the reason of the cause.
    throw new Error(`there was no response within ${LONGEST_PROBE_MS / 1000} s`)
  }
}

/** Calls an operation with input of the command line, which the server validates. */
export type CallUnchecked = (name: ControlOperationName, input: object) => Promise<unknown>

/** Creates the function that calls operations of the world, which must exist. */
export async function createOperationCaller({ connection, control, world }: ControlTarget): Promise<CallUnchecked> {
  if (world !== undefined) await findWorld(control, world)
  return connection.createCaller(world) as CallUnchecked
}

/** Finds a created world by its id. */
export async function findWorld(control: MockControl, id: string): Promise<RemoteWorld> {
  const worlds = await control.listWorlds()
  const world = worlds.find((candidate) => candidate.id === id)
  if (world === undefined)
    throw new MockControlError(`There is no world "${id}"; wfhost-mock ctl world lists them`, { code: 'refused' })
  return world
}
