import DefaultTheme from 'vitepress/theme-without-fonts'
import { h, type VNode } from 'vue'
import HomeParts from '../../home-parts.md'
import HomeSnippets from '../../home-snippets.md'
import { CopyCommand } from './copy-command.ts'
import { renderCards } from './home-cards.ts'
import { renderFooter } from './home-footer.ts'
import { renderReasons } from './home-reasons.ts'
import { renderNotFound } from './not-found.ts'
// After the theme, whose values they replace.
import './style.css'
import './docs.css'
import './hero.css'
import './home.css'

/** The theme of VitePress, with a home page of our own sections below its hero. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, undefined, {
      'home-hero-image': () => h('div', { class: 'home-snippets vp-doc' }, h(HomeSnippets)),
      'home-hero-actions-after': renderStart,
      // The content of the page would follow all sections, so the diagram is a page of its own.
      'home-hero-after': () => [
        renderCards(),
        h('section', { class: 'home-section home-parts vp-doc' }, h(HomeParts)),
        renderReasons(),
      ],
      'layout-bottom': renderFooter,
      'not-found': renderNotFound,
    }),
}

/** The first command for readers who have a clone. */
function renderStart(): VNode {
  return h('div', { class: 'home-start' }, [
    h('p', 'Or on your machine, with Node 20 or newer: a server and a tour of it. In a clone, type'),
    h(CopyCommand, { command: 'npm start' }),
  ])
}
