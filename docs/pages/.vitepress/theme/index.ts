import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import HomeSnippets from '../../home-snippets.md'
// After the theme, whose values it replaces.
import './style.css'

/** The theme of VitePress, with snippets beside the hero of the home page. */
export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, undefined, {
      'home-hero-image': () => h('div', { class: 'home-snippets vp-doc' }, h(HomeSnippets)),
    }),
}
