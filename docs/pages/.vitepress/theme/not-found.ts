import { withBase } from 'vitepress'
import { h, type VNode } from 'vue'

const links = [
  ['Home page', '/'],
  ['Questions', '/questions.html'],
  ['Troubleshooting', '/troubleshooting.html'],
  ['Errors', '/errors/index.html'],
] as const

/** The page for an address that does not exist. The page of the theme has no main landmark, and no next step. */
export function renderNotFound(): VNode {
  const items = links.map(([text, path]) => h('li', h('a', { href: withBase(path) }, text)))
  return h('main', { class: 'not-found' }, [
    h('span', { class: 'status refused' }, '404'),
    h('h1', 'This page does not exist'),
    h('p', 'The address may have a mistake, or the page has moved. Search for its subject, or continue here:'),
    h('ul', items),
  ])
}
