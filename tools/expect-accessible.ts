import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
  readonly passes: readonly unknown[]
}

/** Fails for what axe finds on a page, but for rules that are known to be broken; and if it found nothing to look at. */
export async function expectAccessible(page: Page, known: readonly string[] = []): Promise<void> {
  // Not as a script of the page, whose policy may refuse it.
  await page.evaluate(axe.source)
  // Of what holds, one node for each rule: to describe all takes most of the time.
  const { passes, violations } = await page.evaluate<AxeResult>(`axe.run({ resultTypes: ['violations'] })`)
  const found = violations.filter(({ id }) => !known.includes(id))
  expect(found.map(({ id, nodes }) => [id, ...nodes.map(({ failureSummary, html }) => `${html}\n${failureSummary}`)])).toEqual([])
  expect(passes.length).toBeGreaterThan(10)
}
