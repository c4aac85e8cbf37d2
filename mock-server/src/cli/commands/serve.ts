import { readPort } from '../read-port.ts'
import { readProfile } from '../read-profile.ts'
import { serve as serveWorld } from '../serve.ts'
import type { Command } from './command.ts'

/** Serves until a signal ends the process. */
export const serve: Command = {
  name: 'serve',
  help: 'serves a world of workflows and tool sets; what happens without a command',
  run: ({ assume, cors, engine, guard, host, port, state, token, upstream, world: file }) =>
    serveWorld({
      ...{ host, port: readPort(port), token, cors },
      ...{ file, profile: readProfile(assume), state, engine, guard, upstream },
    }),
}
