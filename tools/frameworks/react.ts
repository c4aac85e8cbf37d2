import assert from 'node:assert/strict'
import { freePort } from '../scripts/free-port.ts'
import { expectAllRun, type Framework, type Project } from './run/make-project.ts'
import { startServer } from './run/start-server.ts'
import { askForm, withPage } from './run/with-page.ts'

const message = ['vite', 'vitest', 'react', '@testing-library/react', 'msw']

/** React with Vite, with each major version of MSW: its tests through MSW, and its page with the world beside it and in it. */
export const react: readonly Framework[] = [
  { recipe: 'react', said: message, run },
  { recipe: 'react', packages: { msw: '^2.15.0' }, said: message, run: runUntyped },
]

async function run(project: Project): Promise<void> {
  await project.run(['tsc', '-p', '.'])
  await runUntyped(project)
}

/** The recipe uses the name of the worker option in MSW 3. */
async function runUntyped(project: Project): Promise<void> {
  expectAllRun(await project.run(['npm', 'test']))
  for (const script of ['dev', 'dev:worker']) await tryPage(project, script)
}

async function tryPage(project: Project, script: string): Promise<void> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const command = ['npm', 'run', script, '--', '--host', '127.0.0.1', '--port', port, '--strictPort']
  const server = await startServer(project, { command, env: {}, url })
  try {
    const text = await withPage(url, askForm)
    assert(text.includes('billing'), `${script} shows: ${text}\n${server.output()}`)
  } finally {
    await server.stop()
  }
}
