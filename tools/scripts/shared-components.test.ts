import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PAGE_COMPONENTS } from '@wfhost/internal/design-components'
import { toDesignTokens } from '@wfhost/internal/design-tokens'
import { expect, test } from 'vitest'
import { htmlStyle } from '../../contract-tests/src/reports/html-assets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Lists each declaration with its selector, such as `button:hover: cursor: pointer`. */
function listDeclarations(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)
  return Array.from(rules).flatMap(([, selectors = '', block = '']) => {
    const declarations = block.split(';').map((text) => text.trim().replaceAll(/\s+/g, ' '))
    return selectors.split(',').flatMap((selector) => {
      return declarations.filter((text) => text !== '').map((text) => `${selector.trim()}: ${text}`)
    })
  })
}

const sheets = globSync(['docs/playground/*.css', 'docs/pages/.vitepress/theme/*.css', 'mock-server/inspector/styles/*.css'], {
  cwd: root,
})
const pages = new Map(sheets.map((file) => [posix.normalize(file), readFileSync(`${root}${file}`, 'utf8')]))
pages.set('report', htmlStyle.replace(toDesignTokens(':root'), '').replace(PAGE_COMPONENTS, ''))

test.each(Array.from(pages))('%s repeats no rule of a shared component', (_file, css) => {
  const shared = new Set(listDeclarations(PAGE_COMPONENTS))
  expect(listDeclarations(css).filter((declaration) => shared.has(declaration))).toEqual([])
})

test('the report contains the shared components', () => {
  expect(htmlStyle).toContain(PAGE_COMPONENTS)
  expect(listDeclarations(PAGE_COMPONENTS)).toContain('.card: background: var(--surface)')
})
