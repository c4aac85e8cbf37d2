import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** Entries for Node with the packages that they bundle. */
const entries = ['@wfhost/sdk/batch-file', '@wfhost/queue', '@wfhost/contract-tests']

/** Bundles entries as CommonJS, as a serverless function or a desktop program does, and loads each bundle. */
export function checkCommonJsBundles(project: string): void {
  for (const [index, entry] of entries.entries()) {
    const source = join(project, `bundled-${index}.mjs`)
    const bundle = join(project, `bundled-${index}.cjs`)
    writeFileSync(
      source,
      `import * as names from '${entry}'\nif (Object.keys(names).length === 0) throw new Error('no exports')\n`,
    )

    buildSync({ entryPoints: [source], outfile: bundle, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' })
    execFileSync(process.execPath, [bundle], { cwd: project, stdio: 'inherit' })
  }
  console.log(`bundles as CommonJS: ${entries.join(', ')}`)
}
