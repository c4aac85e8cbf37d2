import assert from 'node:assert/strict'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { type CaseResult, type Framework, type Project, succeed, tryCase } from './run/make-project.ts'
import { readJestReport } from './run/read-results.ts'
import { startServer } from './run/start-server.ts'
import { withPage } from './run/with-page.ts'

const said = ['vite', 'vitest', 'react', '@testing-library/react', 'msw']

/** React with Vite: its tests through MSW, and its page with the world beside it and in it, with each major version of MSW. */
export const react: readonly Framework[] = [
  { name: 'react', example: 'react', said, run },
  { name: 'react', example: 'react', packages: { msw: '^2.15.0' }, said, run: runUntyped },
]

async function run(project: Project): Promise<readonly CaseResult[]> {
  const compiled = await succeed(project, { name: 'the recipe compiles', command: ['tsc', '-p', '.'] })
  return [compiled, ...(await runUntyped(project))]
}

/** The option of the worker that the recipe names is that of MSW 3. */
async function runUntyped(project: Project): Promise<readonly CaseResult[]> {
  const file = join(project.folder, 'report.json')
  const ended = await project.run(['npm', 'test', '--', '--reporter=json', `--outputFile=${file}`])
  const tested = readJestReport(file, { ended, title: 'npm test' })
  return [...tested, await tryPage(project, 'dev'), await tryPage(project, 'dev:worker')]
}

function tryPage(project: Project, script: string): Promise<CaseResult> {
  return tryCase(`npm run ${script}: a page in Chromium runs the workflow`, async () => {
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const command = ['npm', 'run', script, '--', '--host', '127.0.0.1', '--port', port, '--strictPort']
    const server = await startServer(project, { command, env: {}, url })
    try {
      const text = await withPage(url, async (page) => {
        await page.getByLabel('Subject').fill('My invoice is wrong')
        await page.getByRole('button', { name: 'Ask' }).click()
        await page.waitForFunction(() => document.querySelector('output')?.textContent !== '')
        return (await page.getByRole('status').textContent()) ?? ''
      })
      assert(text.includes('billing'), `it shows: ${text}\n${server.output()}`)
    } finally {
      await server.stop()
    }
  })
}
