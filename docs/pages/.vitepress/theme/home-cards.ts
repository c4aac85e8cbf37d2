import { withBase } from 'vitepress'
import { h, type VNode } from 'vue'
import { CopyCommand } from './copy-command.ts'

/** The tasks of the three kinds of readers, each with its first command and its tutorial. */
const cards = [
  {
    reader: 'integrators',
    title: 'Call workflows',
    text: 'Typed arguments and results. An error says whether the run may have happened.',
    command: 'wfhost run support-triage',
    link: { text: 'Call your first workflow', href: '/integrators.html' },
  },
  {
    reader: 'frontend teams',
    title: 'Mock the API in tests',
    text: 'One isolated service for each test, with MSW, with fetch or over HTTP.',
    command: 'wfhost-mock --open',
    link: { text: 'Mock it in a test', href: '/frontends.html' },
  },
  {
    reader: 'backend teams',
    title: 'Check a server',
    text: 'Say what your server has, look at the plan, and run the checks.',
    command: 'wfhost-conformance init',
    link: { text: 'Check your server', href: '/backends.html' },
  },
]

/** The three cards of the home page. */
export function renderCards(): VNode {
  const items = cards.map(({ command, link, reader, text, title }) =>
    h('div', { class: 'card' }, [
      h('p', { class: 'reader' }, reader),
      h('h3', title),
      h('p', { class: 'task' }, text),
      h(CopyCommand, { command }),
      h('a', { href: withBase(link.href) }, [link.text, h('span', { 'aria-hidden': 'true' }, ' →')]),
    ]),
  )
  return h('section', { class: 'home-section' }, [
    h('h2', { class: 'home-heading' }, 'Start with what you do'),
    h('div', { class: 'home-cards' }, items),
  ])
}
