import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findWrongOutput, readTutorial } from '../release/read-tutorial.ts'

/** A command that runs the suite from its source in place of the installed package. */
const npx = `#!/bin/sh
shift 2
exec "${process.execPath}" "${resolve('contract-tests/src/cli.ts')}" "$@"
`

test('the tutorial for two teams can be followed from an empty folder', async () => {
  const page = readFileSync('docs/pages/contracts.md', 'utf8')
  // The release check follows the installation with the tarballs.
  const { outputs, script } = readTutorial(page.slice(page.indexOf('## The consumer records')))

  const folder = mkdtempSync(join(tmpdir(), 'contract-tutorial-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'npx'), npx)
  chmodSync(join(folder, 'npx'), 0o755)

  const env = {
    ...process.env,
    PATH: `${folder}:${process.env['PATH']}`,
    LANG: 'C.UTF-8',
    NODE_OPTIONS: '--conditions=@wfhost/source --disable-warning=ExperimentalWarning',
  }
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script], { cwd: folder, env, timeout: 60_000 })
  expect(findWrongOutput(outputs, stdout)).toBeUndefined()
  expect(outputs).toHaveLength(3)
  expect(readFileSync(join(folder, 'wfhost-contract.har'), 'utf8')).not.toContain('wfk_')
})
