import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
  readonly passes: readonly unknown[]
}

/** Fails if axe finds a problem on a page, except for rules with known problems. Fails also if axe found nothing to check. */
export async function expectAccessible(page: Page, known: readonly string[] = []): Promise<void> {
  // Not as a script of the page, because its policy may refuse that.
  await page.evaluate(axe.source)
  // For passed rules, one node is enough: describing all takes most of the time.
  const { passes, violations } = await page.evaluate<AxeResult>(`axe.run({ resultTypes: ['violations'] })`)
  const found = violations.filter(({ id }) => !known.includes(id))
  expect(found.map(({ id, nodes }) => [id, ...nodes.map(({ failureSummary, html }) => `${html}\n${failureSummary}`)])).toEqual([])
  expect(passes.length).toBeGreaterThan(10)
}
