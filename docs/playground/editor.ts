import { javascript } from '@codemirror/lang-javascript'
import { yaml } from '@codemirror/lang-yaml'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
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
  /** Further abilities of the editor, such as completion. */
  readonly extensions?: Extension
  readonly onChange: () => void
}

export function createEditor(element: Element, { extensions: further = [], language, name, onChange }: EditorOptions): Editor {
  // In a shadow root the styles are constructed, which the policy of the page always allows.
  const root = element.attachShadow({ mode: 'open' })
  const extensions = [
    basicSetup,
    EditorView.lineWrapping,
    language === 'yaml' ? yaml() : javascript({ typescript: true }),
    syntaxHighlighting(classHighlighter),
    theme,
    further,
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
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: '13px / 21px var(--mono)', overflow: 'auto' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '.cm-gutters': { color: 'var(--ink-3)', background: 'var(--surface)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-tooltip': {
    maxWidth: '38rem',
    border: '1px solid var(--line-2)',
    borderRadius: '6px',
    background: 'var(--surface)',
    color: 'var(--ink)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--soft)', color: 'var(--ink)' },
  '.explanation': { maxHeight: '16rem', overflow: 'auto', padding: '8px 12px' },
  '.explanation code': { font: '12px / 18px var(--mono)', whiteSpace: 'pre-wrap' },
  '.explanation p': { margin: '6px 0 0', font: '13px / 18px var(--sans)', color: 'var(--ink-2)', whiteSpace: 'pre-wrap' },
  '.explanation p:empty': { display: 'none' },
  '.cm-diagnostic': { font: '12px / 18px var(--mono)', whiteSpace: 'pre-wrap' },
  '.tok-keyword, .tok-propertyName.tok-definition': { color: 'var(--accent)' },
  '.tok-string, .tok-string2': { color: 'var(--passed)' },
  '.tok-number, .tok-bool': { color: 'var(--observed)' },
  '.tok-comment': { color: 'var(--ink-3)' },
})
