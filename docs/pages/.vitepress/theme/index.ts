import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import HomeSnippets from '../../home-snippets.md'
import { renderFooter } from './home-footer.ts'
import { renderReasons } from './home-reasons.ts'
import { renderNotFound } from './not-found.ts'
// After the theme, whose values they replace.
import './style.css'
import './home.css'

/** The theme of VitePress, with snippets beside the hero of the home page, a first command, reasons below its cards, and a footer. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, undefined, {
      'home-hero-image': () => h('div', { class: 'home-snippets vp-doc' }, h(HomeSnippets)),
      'home-hero-actions-after': () =>
        h('div', { class: 'home-start' }, [
          h('p', 'Or on your machine, with Node 20 or newer: a server and a tour of it. In a clone, type'),
          h('div', { class: 'command' }, h('code', 'npm start')),
        ]),
      'home-features-before': () =>
        h('div', { class: 'home-section' }, h('h2', { class: 'home-heading' }, 'Start with what you do')),
      'home-features-after': renderReasons,
      'layout-bottom': renderFooter,
      'not-found': renderNotFound,
    }),
}
