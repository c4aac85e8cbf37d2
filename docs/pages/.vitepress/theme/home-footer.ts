import { useData, withBase } from 'vitepress'
import { h, type VNode } from 'vue'

interface FooterLink {
  readonly text: string
  /** The path of a page, or the address of another site. */
  readonly href: string
  /** Whether the router of the site has the page. */
  readonly isPage: boolean
}

function page(text: string, href: string): FooterLink {
  return { text, href, isPage: true }
}

function outside(text: string, href: string): FooterLink {
  return { text, href, isPage: false }
}

function listColumns(repository: string): readonly (readonly [title: string, links: readonly FooterLink[]])[] {
  const start = [
    page('Call workflows', '/integrators.html'),
    page('Mock the API in tests', '/frontends.html'),
    page('Check a server', '/backends.html'),
    outside('Playground', '/playground/index.html'),
  ]
  const reference = [
    outside('The API', '/api.html'),
    page('Requirements', '/reference/requirements.html'),
    page('Errors', '/errors/index.html'),
    page('Commands', '/reference/commands.html'),
  ]
  const project = [
    outside('GitHub', repository),
    page('Changes', '/reference/changes.html'),
    page('Questions', '/questions.html'),
    page('Security', '/guide/security.html'),
  ]
  return [
    ['Start', start],
    ['Reference', reference],
    ['Project', project],
  ]
}

function renderLink({ href, isPage, text }: FooterLink): VNode {
  const target = isPage ? {} : { target: '_self' }
  return h('li', h('a', { href: withBase(href), ...target }, text))
}

/** The footer of the home page: what the project is, and the pages that readers look for. */
export function renderFooter(): VNode | undefined {
  const { frontmatter, theme } = useData()
  if (frontmatter.value['layout'] !== 'home') return undefined

  const columns = listColumns(theme.value.repository).map(([title, links]) =>
    h('nav', { 'aria-label': title }, [h('h2', title), h('ul', links.map(renderLink))]),
  )
  const about = h('div', [
    h('p', { class: 'lockup' }, [h('img', { src: withBase('/mark.svg'), width: 24, height: 24, alt: '' }), 'wfhost']),
    h('p', 'Tools for one HTTP API. MIT licence. The source document leaves much open; the assumptions are marked.'),
    h('p', 'This site sends no request to another server.'),
  ])
  return h('footer', { class: 'home-footer' }, h('div', { class: 'home-section' }, [about, ...columns]))
}
