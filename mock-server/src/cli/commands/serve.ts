import { readLogFormat } from '../read-log-format.ts'
import { readPort } from '../read-port.ts'
import { readProfile } from '../read-profile.ts'
import { readTls } from '../read-tls.ts'
import { readWorkers } from '../read-workers.ts'
import { serve as serveWorld } from '../serve.ts'
import type { Command } from './command.ts'

/** Serves until a signal ends the process. */
export const serve: Command = {
  name: 'serve',
  help: 'serves a world of workflows and tool sets; the default command',
  run: async (values) => {
    const {
      assume,
      cors,
      engine,
      guard,
      host,
      json,
      log,
      port,
      quiet,
      socket,
      state,
      token,
      upstream,
      workers,
      world: file,
    } = values
    const tls = await readTls(values)
    await serveWorld({
      where: {
        host,
        port: readPort(port),
        cors,
        ...(socket === undefined ? {} : { socket }),
        ...(tls === undefined ? {} : { tls }),
      },
      what: { file, profile: readProfile(assume), state, engine, guard, upstream, workers: readWorkers(workers) },
      token,
      telling: { json, log: readLogFormat(log), quiet },
    })
  },
}
