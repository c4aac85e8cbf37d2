// Serves the documentation; with --build, writes it to docs/pages/.vitepress/dist and fails on a dead link.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { buildPlayground } from './playground/build.ts'
import { makeFolders, writePages } from './write-pages.ts'

const { values } = parseArgs({
  options: { build: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } },
})
makeFolders()
await Promise.all([
  writePages(),
  buildPlayground(fileURLToPath(new URL('pages/public/playground', import.meta.url))),
  ...(values.build ? [compilePlayground()] : []),
])
if (values.build) build()
else execFileSync('vitepress', ['dev', 'docs/pages', '--port', values.port], { stdio: 'inherit' })

/** Its packages are only installed here. */
async function compilePlayground(): Promise<void> {
  const compiler = ['node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', 'docs/playground']
  await promisify(execFile)(process.execPath, compiler).catch(({ stdout }) => {
    throw new Error(`Cannot compile the playground:\n${stdout}`)
  })
}

function build(): void {
  const { status, stderr } = spawnSync('vitepress', ['build', 'docs/pages'], {
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
  })
  process.stderr.write(stderr)
  // VitePress leaves out a page that it cannot render, and continues the build.
  if (status !== 0 || /^\s*\w*Error: /m.test(stderr)) throw new Error('Cannot build the site: see above')
}
