// Serves the documentation; with --build, writes it to site/pages/.vitepress/dist and fails on a dead link.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPlayground } from './playground/build.ts'
import { writePages } from './write-pages.ts'

const { values } = parseArgs({
  options: { build: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } },
})
writePages()
await buildPlayground(fileURLToPath(new URL('pages/public/playground', import.meta.url)))
const args = values.build ? ['build', 'site/pages'] : ['dev', 'site/pages', '--port', values.port]
execFileSync('vitepress', args, { stdio: 'inherit' })
