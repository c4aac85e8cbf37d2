import { readToken } from '../../../internal/src/design/tokens.ts'

/** The parts of programs with a colour of their own, by the token of the colour. The names are those of TextMate grammars. */
const scopesByToken = {
  accent: ['keyword', 'storage', 'entity.name.tag', 'support.type.property-name', 'variable.parameter.option'],
  passed: ['string', 'punctuation.definition.string'],
  observed: ['constant.numeric', 'constant.language', 'constant.other.option'],
  'ink-3': ['comment', 'punctuation.definition.comment'],
} as const

/** Creates the theme of the code on the site from the design tokens. */
export function createCodeTheme(scheme: 'light' | 'dark') {
  const settings = Object.entries(scopesByToken).map(([token, scope]) => ({
    scope: [...scope],
    settings: { foreground: readToken(token as keyof typeof scopesByToken, scheme) },
  }))
  return {
    name: `wfhost-${scheme}`,
    type: scheme,
    colors: { 'editor.foreground': readToken('ink', scheme), 'editor.background': readToken('sunken', scheme) },
    settings,
  }
}
