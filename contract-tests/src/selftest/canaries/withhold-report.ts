import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractFixtures } from '../../local/contract-world.ts'
import { runCommandLine } from '../run-command-line.ts'
import { type CommandLine, caseResult, type SelfTestCase } from '../self-test.ts'
import { serveWorld } from '../serve-world.ts'

/** A report that would show a key, since its own configuration does, is not written and not printed. */
export function withholdCase(main: CommandLine): SelfTestCase {
  return {
    name: 'a key in the name of the target',
    run: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'wfhost-withheld-'))
      const world = await serveWorld()
      const { key } = contractFixtures.echo
      try {
        const { code, errors, output } = await runCommandLine(main, {
          args: ['run', '--only', 'run-ok', '--report-dir', folder],
          config: { ...world.config, name: `the server of ${key}` },
        })
        const files = await readdir(folder)
        return caseResult('withheld', [
          ...(code === 4 ? [] : [`the exit code is ${code}`]),
          ...(/Cannot write the report: it would show /.test(errors) ? [] : [`it does not say so: ${errors}`]),
          ...(files.length === 0 ? [] : [`it writes ${files.join(', ')}`]),
          ...(`${output}${errors}`.includes(key) ? ['it prints the key'] : []),
        ])
      } finally {
        await world.close()
        await rm(folder, { recursive: true })
      }
    },
  }
}
