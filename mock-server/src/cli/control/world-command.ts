import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { RemoteWorld } from '../../host/create-mock-control.ts'
import type { Print } from '../print.ts'
import { type ControlTarget, findWorld, readTarget } from './control-target.ts'
import { formatResult } from './print-result.ts'

/** Creates the command that lists, creates and removes worlds. */
export function createWorldCommand(print: Print): CommandUnknownOpts {
  const listCommand = new Command('list')
    .description('Lists the worlds that were created.')
    .action((_options, command) => printWorlds(readTarget(command, print)))

  const createCommand = new Command('create')
    .description('Creates a world with a state of its own, or finds it, and says where it is.')
    .argument('[id]', 'its id; by default a random one')
    .action((id, _options, command) => createWorld(readTarget(command, print), id))

  const removeCommand = new Command('remove')
    .description('Removes a world that was created.')
    .argument('<id>', 'its id')
    .action((id, _options, command) => removeWorld(readTarget(command, print), id))

  return new Command('world')
    .alias('worlds')
    .description('Lists the worlds that were created, creates one, or removes one.')
    .addCommand(listCommand, { isDefault: true })
    .addCommand(createCommand)
    .addCommand(removeCommand)
}

async function printWorlds({ control, json, print }: ControlTarget): Promise<void> {
  const worlds = await control.listWorlds()
  for (const line of formatResult(worlds.map(describeLocation), { json })) print(line)
}

async function createWorld({ control, json, print }: ControlTarget, id: string | undefined): Promise<void> {
  const world = await control.createWorld(id)
  for (const line of formatResult(describeLocation(world), { json })) print(line)
}

async function removeWorld({ control, json, print }: ControlTarget, id: string): Promise<void> {
  const world = await findWorld(control, id)
  await world.remove()
  for (const line of formatResult(undefined, { json })) print(line)
}

function describeLocation({ id, url }: RemoteWorld): { readonly id: string; readonly url: string } {
  return { id, url }
}
