import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { COMPONENTS } from '../../../internal/src/design/components.ts'
import { MARK_ICON, toDesignTokens } from '../../../internal/src/design/tokens.ts'
import { sourceOfPage } from '../../copied-pages.ts'
import { summarize } from '../../page-summary.ts'
import { createCodeTheme } from './code-theme.ts'
import { splitSnippet } from './snippet-output.ts'

const pages = new URL('..', import.meta.url)
const { homepage, repository } = JSON.parse(readFileSync(new URL('../../package.json', pages), 'utf8'))
const repositoryUrl = `https://github.com/${repository.slice('github:'.length)}`
const editUrl = `${repositoryUrl}/edit/main`
const playground = '/playground/index.html'

/** The paths of the pages that VitePress does not make. */
const otherPages = /^\/(?:api\.html|playground\/|llms\.txt)/

/** Lists the pages of a folder by their titles, with its index page first. */
function pagesOf(folder: string): { text: string; link: string }[] {
  return readdirSync(new URL(`${folder}/`, pages))
    .filter((file) => file.endsWith('.md'))
    .sort((a, b) => Number(b === 'index.md') - Number(a === 'index.md') || a.localeCompare(b))
    .map((file) => {
      const [, title = file] = /^# (.+)$/m.exec(readFileSync(new URL(`${folder}/${file}`, pages), 'utf8')) ?? []
      return { text: title.replaceAll('`', ''), link: `/${folder}/${file.replace(/(?:^index)?\.md$/, '')}` }
    })
}

/** Weighs a page in the search. Chapters weigh most; pages made of docstrings contain every word and explain little. */
function weightOf(page: string): number {
  if (/\/(?:reference\/api|decisions)\//.test(page)) return 0.04
  return /\/(?:reference|errors)\/|\/guide\/(?:architecture|contributing|security)/.test(page) ? 0.3 : 1
}

/** Whether a page is in the index of the search. */
function isSearched(page: string): boolean {
  return !/^(?:reference\/api|decisions)\//.test(page)
}

interface MarkdownToken {
  readonly type: string
  readonly children: readonly MarkdownToken[] | null
  readonly content: string
  readonly attrGet: (name: string) => string | null
  readonly attrSet: (name: string, value: string) => void
  meta: unknown
}

/** The mark of code in a cell of a table. */
const BREAKABLE = 'breakable'

/** Lets a line of code break after punctuation and inside a name of several words, instead of at any character. */
function addLineBreaks(code: string): string {
  return code.replace(/>[^<]+</, (text) => text.replaceAll(/[./_|,:-](?=\w)|[a-z](?=[A-Z])/g, '$&<wbr>'))
}

/**
 * Gives each cell of a table the header of its column as a label. On a narrow screen, a row is a card with these labels. Marks the
 * code after the first column, which may break between the parts of a long name.
 */
function prepareCells(tokens: readonly MarkdownToken[]): void {
  let headers: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') headers = []
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') headers.push(tokens[index + 1]?.content.replaceAll('`', '') ?? '')
    if (token.type !== 'td_open') continue

    token.attrSet('data-label', headers[column] ?? '')
    if (column > 0) markBreakable(tokens[index + 1]?.children ?? [])
    column += 1
  }
}

function markBreakable(tokens: readonly MarkdownToken[]): void {
  for (const token of tokens) if (token.type === 'code_inline') token.meta = BREAKABLE
}

/** Makes a browser load the pages that VitePress does not make. Its router would show that they are not found. */
function leaveRouter(tokens: readonly MarkdownToken[]): void {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const isOutside = token.type === 'link_open' && otherPages.test(token.attrGet('href') ?? '')
    if (isOutside) token.attrSet('target', '_self')
  }
}

/** Marks each paragraph that is a picture. On a narrow screen, the reader scrolls it, also with the keyboard. */
function markPictures(tokens: readonly MarkdownToken[]): void {
  for (const [index, token] of tokens.entries()) {
    const [child, ...others] = tokens[index + 1]?.children ?? []
    if (token.type !== 'paragraph_open' || child?.type !== 'image' || others.length > 0) continue

    token.attrSet('class', 'diagram')
    token.attrSet('tabindex', '0')
  }
}

/** The names of the languages of code, by the short names of a fence. */
const languages: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  tsx: 'TypeScript',
  js: 'JavaScript',
  sh: 'Shell',
  console: 'Terminal',
  text: 'Text',
  '': 'Text',
}

/** Writes the name of the language in the head of a block of code. */
function nameLanguage(html: string): string {
  return html.replace(
    /(<span class="lang">)(\w*)/,
    (_, tag: string, name: string) => tag + (languages[name] ?? name.toUpperCase()),
  )
}

/** The diagram that has a second form for narrow screens. */
const WIDE_AND_NARROW = 'parts.svg"'

/**
 * Adds the pictures for dark pages and for narrow screens to a diagram. `docs/draw-diagrams.ts` draws them. The theme shows one.
 *
 * @param image the element of a picture
 */
function addPictures(image: string): string {
  if (!image.includes('.svg"')) return image
  if (!image.includes(WIDE_AND_NARROW)) return addDarkPicture(image, [])

  const narrowImage = image.replace('.svg"', '-narrow.svg"')
  return addDarkPicture(image, ['wide']) + addDarkPicture(narrowImage, ['narrow'])
}

function addDarkPicture(image: string, classes: readonly string[]): string {
  const lightImage = image.replace('<img ', `<img class="${['on-light', ...classes].join(' ')}" `)
  const darkImage = image.replace('<img ', `<img class="${['on-dark', ...classes].join(' ')}" `).replace('.svg"', '-dark.svg"')
  return lightImage + darkImage
}

/** The pages of the site by the part that they belong to. */
const sidebar = [
  {
    text: 'Start',
    items: [
      { text: 'Call workflows', link: '/integrators' },
      { text: 'Mock the API in tests', link: '/frontends' },
      { text: 'Check a server', link: '/backends' },
      { text: 'One contract for two teams', link: '/contracts' },
      { text: 'Playground', link: playground, target: '_self' },
    ],
  },
  {
    text: 'The client',
    items: [{ text: '@wfhost/sdk', link: '/guide/sdk' }, ...pagesOf('client'), { text: '@wfhost/queue', link: '/guide/queue' }],
  },
  {
    text: 'The reference server',
    items: [{ text: '@wfhost/mock-server', link: '/guide/mock-server' }, ...pagesOf('server')],
  },
  { text: 'The suite', items: [{ text: '@wfhost/contract-tests', link: '/guide/contract-tests' }, ...pagesOf('suite')] },
  {
    text: 'More',
    items: [
      { text: 'Questions', link: '/questions' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      { text: 'Compared with other tools', link: '/comparison' },
      { text: 'Versions', link: '/versions' },
      { text: 'Glossary', link: '/glossary' },
      ...pagesOf('guide').filter(({ text }) => !text.startsWith('@wfhost/') || text === '@wfhost/openapi'),
    ],
  },
  {
    text: 'Reference',
    items: [
      ...pagesOf('reference'),
      { text: 'Exports', link: '/reference/api/' },
      { text: 'Errors', link: '/errors/' },
      { text: 'The API', link: '/api.html', target: '_self' },
    ],
  },
  { text: 'Decisions', items: pagesOf('decisions') },
]

/** Returns the name of the part that a page belongs to. The sidebar lists only the first page of these two folders. */
function findSection(page: string): string | undefined {
  if (/^errors\/.*[^x]\.md$/.test(page)) return 'Errors'
  if (/^reference\/api\/.*[^x]\.md$/.test(page)) return 'Exports'

  const link = `/${page.replace(/(?:index)?\.md$/, '')}`
  return sidebar.find(({ items }) => items.some((item) => item.link === link))?.text
}

/** Puts the name of its part above the title of a page. */
function addSection(page: string, tokens: MarkdownToken[], createToken: (html: string) => MarkdownToken): void {
  const section = findSection(page)
  if (section !== undefined && tokens[0]?.type === 'heading_open')
    tokens.unshift(createToken(`<p class="section">${section}</p>`))
}

export default defineConfig({
  title: 'wfhost',
  description: 'A client, a reference server and contract tests for one HTTP API of workflows and tools',
  lang: 'en',
  head: [
    ['style', {}, toDesignTokens(':root') + COMPONENTS],
    ['link', { rel: 'icon', href: MARK_ICON }],
  ],
  // The path of the links in errors and reports.
  base: new URL(`${homepage}/`).pathname,
  cleanUrls: false,
  // The theme shows them on the home page.
  srcExclude: ['home-parts.md', 'home-snippets.md'],
  // The home page of the theme has no main landmark, which screen readers need.
  transformHtml: (html) => html.replace('<div class="VPContent is-home"', '<div role="main" class="VPContent is-home"'),
  transformPageData: ({ filePath, frontmatter, relativePath }) => {
    // After a page that is not in the sidebar, VitePress would continue with the first page of the sidebar.
    if (/^(?:errors|reference\/api)\/.*[^x]\.md$/.test(relativePath)) Object.assign(frontmatter, { prev: false, next: false })
    const source = sourceOfPage(relativePath)
    Object.assign(frontmatter, source === undefined ? { editLink: false } : { editUrl: `${editUrl}/${source}` })
    const { sentence } = summarize(readFileSync(new URL(filePath, pages), 'utf8'))
    return !sentence?.endsWith('.') ? {} : { description: sentence.replaceAll('`', '') }
  },
  // The test of the built site follows every link.
  ignoreDeadLinks: [otherPages],
  // A tag in a README is text.
  markdown: {
    html: false,
    theme: { light: createCodeTheme('light'), dark: createCodeTheme('dark') },
    // The first column of a table often needs no name. A header without text becomes a plain cell.
    config: (md) => {
      // Vue would treat two braces as an expression.
      for (const rule of ['text', 'code_inline'] as const) {
        const render = md.renderer.rules[rule]
        md.renderer.rules[rule] = (...given) => render?.(...given).replaceAll('{{', '&#123;&#123;') ?? ''
      }
      const renderCode = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (tokens, index, ...others) => {
        const html = renderCode?.(tokens, index, ...others) ?? ''
        const { content = '', meta } = tokens[index] ?? {}
        if (meta === BREAKABLE) return addLineBreaks(html)
        // Code that fits a telephone stays on one line. A browser would break `--json` after a hyphen.
        return content.length <= 36 ? html.replace('<code', '<code class="short"') : html
      }
      const renderFence = md.renderer.rules.fence
      md.renderer.rules.fence = (tokens, index, ...others) => {
        const token = tokens[index]
        const snippet = token === undefined ? undefined : splitSnippet(token.info, token.content)
        if (token === undefined || snippet === undefined) return nameLanguage(renderFence?.(tokens, index, ...others) ?? '')

        token.content = snippet.code
        const html = renderFence?.(tokens, index, ...others) ?? ''
        return html.replace(/<\/div>\s*$/, `${snippet.panel}</div>`)
      }
      const renderImage = md.renderer.rules.image
      md.renderer.rules.image = (...given) => addPictures(renderImage?.(...given) ?? '')
      md.core.ruler.push('section', ({ env, Token, tokens }) => {
        addSection(env.relativePath ?? '', tokens, (content) => Object.assign(new Token('html_block', '', 0), { content }))
      })
      md.core.ruler.push('other-pages', ({ tokens }) => leaveRouter(tokens))
      md.core.ruler.push('pictures', ({ tokens }) => markPictures(tokens))
      md.core.ruler.push('cells', ({ tokens }) => prepareCells(tokens))
      md.core.ruler.push('empty-headers', ({ tokens }) => {
        for (const [index, token] of tokens.entries()) {
          if (tokens[index + 1]?.content !== '' || token.type !== 'th_open') continue
          for (const part of [token, tokens[index + 2]]) if (part !== undefined) part.tag = 'td'
        }
      })
    },
  },
  themeConfig: {
    logo: '/mark.svg',
    search: {
      provider: 'local',
      options: {
        // Pages made of docstrings are five times the size of all others, and their names are in the chapters, too.
        _render: (source, env, md) => (isSearched(env.relativePath) ? md.render(source, env) : ''),
        miniSearch: {
          searchOptions: { boostDocument: weightOf },
        },
      },
    },
    outline: [2, 3],
    // VitePress moves this function into the page, so it can read only the data of the page.
    editLink: { pattern: ({ frontmatter }) => frontmatter['editUrl'], text: 'Edit this page' },
    nav: [
      { text: 'Call workflows', link: '/integrators' },
      { text: 'Mock the API', link: '/frontends' },
      { text: 'Check a server', link: '/backends' },
      { text: 'Playground', link: playground, target: '_self' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar,
    // The footer of the home page links it.
    repository: repositoryUrl,
  },
})
