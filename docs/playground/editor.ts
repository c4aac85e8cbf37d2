import { javascript } from '@codemirror/lang-javascript'
import { yaml } from '@codemirror/lang-yaml'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { basicSetup } from 'codemirror'

export interface Editor {
  readonly text: () => string
  readonly replace: (text: string) => void
}

interface EditorOptions {
  readonly name: string
  readonly language: 'typescript' | 'yaml'
  readonly onChange: () => void
}

export function createEditor(element: Element, { language, name, onChange }: EditorOptions): Editor {
  // In a shadow root the styles are constructed, which the policy of the page always allows.
  const root = element.attachShadow({ mode: 'open' })
  const extensions = [
    basicSetup,
    EditorView.lineWrapping,
    language === 'yaml' ? yaml() : javascript({ typescript: true }),
    syntaxHighlighting(classHighlighter),
    theme,
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) onChange()
    }),
  ]
  const view = new EditorView({ root, parent: root, state: EditorState.create({ extensions }) })
  return {
    text: () => view.state.doc.toString(),
    // A new state, so that undo does not return to the earlier text.
    replace: (doc) => view.setState(EditorState.create({ doc, extensions })),
  }
}

// Its colours are the properties of the page, light and dark.
const theme = EditorView.theme({
  '&': { height: '100%', color: 'inherit', background: 'var(--surface)' },
  '.cm-scroller': { font: '13px / 1.5 var(--mono)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { color: 'var(--ink-3)', background: 'var(--sunken)', borderColor: 'var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '.tok-keyword, .tok-propertyName.tok-definition': { color: 'var(--accent)' },
  '.tok-string, .tok-string2': { color: 'var(--passed)' },
  '.tok-comment': { color: 'var(--ink-3)', fontStyle: 'italic' },
})
