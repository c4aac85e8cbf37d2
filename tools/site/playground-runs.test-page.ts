import { readFileSync } from 'node:fs'
import { readExamples } from '../../docs/playground/examples.ts'
import { expect, test } from './serve-site.ts'

/** The number of runs of each example. Before a release, use `RUNS=200 npm run test:site`. */
const RUNS = Number(process.env['RUNS'] ?? 5)

const examples = readExamples(readFileSync(new URL('../../docs/playground/examples.md', import.meta.url), 'utf8'))

for (const { id, title } of examples) {
  test(`the example ends without an error ${RUNS} times in a row: ${title}`, async ({ open, page }) => {
    test.setTimeout(60_000 + RUNS * 10_000)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await open('playground/index', `#${id}`)
    const output = page.locator('#output')
    for (let run = 1; run <= RUNS; run += 1) {
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expect(output.locator('.ended, .failed'), `run ${run}`).toHaveText(/^Ended after/, { timeout: 20_000 })
      // A late message of the thread would come now.
      await page.waitForTimeout(20)
      expect(await output.locator('.error').allTextContents(), `run ${run}`).toEqual([])
    }
    expect(errors).toEqual([])
  })
}
