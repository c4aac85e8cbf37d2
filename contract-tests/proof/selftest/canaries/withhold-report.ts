import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractFixtures } from '../../../src/local/contract-world.ts'
import { runCommandLine } from '../run-command-line.ts'
import { type CommandLine, caseResult, type SelfTestCase } from '../self-test.ts'
import { serveWorld } from '../serve-world.ts'

/** A report that would show a key is not written and not printed; the verdict is all the same. */
export function withholdCases(main: CommandLine): SelfTestCase[] {
  return [
    withholdCase(main, {
      what: 'a key in the name of the target',
      describe: (config) => ({ ...config, name: `the server of ${contractFixtures.echo.key}` }),
      only: 'run-ok',
      code: 2,
      says: /Nothing was sent: the report would show WFHOST_ECHO_KEY at target.name/,
    }),
    withholdCase(main, {
      what: 'a new key that is the name of the target',
      // The hook makes a key of an everyday word.
      describe: (config) => ({
        ...config,
        name: 'staging',
        hooks: { ...Object(config['hooks']), regenerateKey: { command: ['echo', 'staging'] } },
      }),
      only: 'key-regenerated',
      code: 4,
      says: /Cannot write the report: it would show REGENERATED_KEY at .*\. The verdict is NON-CONFORMANT: 1 fail/,
    }),
  ]
}

interface Withheld {
  readonly what: string
  readonly describe: (config: Readonly<Record<string, unknown>>) => unknown
  readonly only: string
  readonly code: number
  readonly says: RegExp
}

function withholdCase(main: CommandLine, withheld: Withheld): SelfTestCase {
  return {
    name: withheld.what,
    run: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'wfhost-withheld-'))
      const world = await serveWorld()
      const { key } = contractFixtures.echo
      try {
        const { code, errors, output } = await runCommandLine(main, {
          args: ['run', '--only', withheld.only, '--report-dir', folder],
          config: withheld.describe(world.config),
        })
        const files = await readdir(folder)
        return caseResult('withheld', [
          ...(code === withheld.code ? [] : [`the exit code is ${code}`]),
          ...(withheld.says.test(errors) ? [] : [`it does not say so: ${errors}`]),
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
