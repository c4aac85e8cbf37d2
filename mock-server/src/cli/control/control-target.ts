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
  return {
    url,
    token,
    world,
    json: options.json === true,
    print,
    control: createMockControl(url, { token }),
    connection: connectControl(url, { token }),
  }
}

/** Calls an operation with input of the command line, which the server validates. */
export type CallUnchecked = (name: ControlOperationName, input: object) => Promise<unknown>

/** Creates the function that calls operations of the world, which must exist. */
export async function createCaller({ connection, control, world }: ControlTarget): Promise<CallUnchecked> {
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
