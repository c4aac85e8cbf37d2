// Serves the documentation; with --build, writes it to site/pages/.vitepress/dist and fails on a dead link.
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPlayground } from './playground/build.ts'
import { writePages } from './write-pages.ts'

const { values } = parseArgs({
  options: { build: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } },
})
writePages()
await buildPlayground(fileURLToPath(new URL('pages/public/playground', import.meta.url)))
if (values.build) build()
else execFileSync('vitepress', ['dev', 'site/pages', '--port', values.port], { stdio: 'inherit' })

function build(): void {
  // Its packages are installed here alone.
  const compiler = 'node_modules/@typescript/native/bin/tsc'
  execFileSync(process.execPath, [compiler, '--noEmit', '-p', 'site/playground'], { stdio: 'inherit' })
  const { status, stderr } = spawnSync('vitepress', ['build', 'site/pages'], {
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  })
  process.stderr.write(stderr)
  // A page that could not be rendered is left out, and the build goes on.
  if (status !== 0 || /^\s*\w*Error: /m.test(stderr)) throw new Error('Cannot build the site: see above')
}
