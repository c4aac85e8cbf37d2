import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type Completion as EditorCompletion,
} from '@codemirror/autocomplete'
import { type Diagnostic, linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view'
import type { AskLanguage } from './connect.ts'
import type { Explanation } from './protocol.ts'

/**
 * Adds completion, types on hover, and the problems that the compiler finds. A program is checked from the first edit on: the
 * examples have no problems, and a reader who only runs them does not need the compiler.
 */
export function languageExtensions(ask: AskLanguage): Extension {
  let isEdited = false
  return [
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) isEdited = true
    }),
    autocompletion({ override: [(context) => complete(ask, context)] }),
    hoverTooltip(({ state }, position) => explain(ask, { text: state.doc.toString(), position })),
    linter(({ state }) => (isEdited ? check(ask, state.doc.toString()) : []), { delay: 700 }),
  ]
}

async function complete(ask: AskLanguage, context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]*/)
  const isAfterDot = context.matchBefore(/\.[\w$]*/) !== null
  if (!context.explicit && !isAfterDot && word?.text === '') return null

  const text = context.state.doc.toString()
  const position = context.pos
  const found = await ask({ kind: 'complete', text, position })
  if (found === undefined || found.length === 0) return null
  const options = found.map(({ kind, name }): EditorCompletion => {
    return {
      label: name,
      type: iconOf(kind),
      info: async () => show(await ask({ kind: 'describe', text, position, name })),
    }
  })
  return { from: word?.from ?? position, options, validFor: /^[\w$]*$/ }
}

/** Returns the icon that the editor has for a kind of name. */
function iconOf(kind: string): string {
  if (kind === 'method' || kind === 'function') return 'function'
  return kind === 'const' || kind === 'let' ? 'variable' : kind
}

interface Position {
  readonly text: string
  readonly position: number
}

async function explain(ask: AskLanguage, { position, text }: Position): Promise<Tooltip | null> {
  const explanation = await ask({ kind: 'explain', text, position })
  if (explanation === undefined) return null
  return {
    pos: explanation.from,
    end: explanation.to,
    above: true,
    create: () => ({ dom: show(explanation) ?? document.createElement('div') }),
  }
}

function show(explanation: Explanation | undefined): HTMLElement | null {
  if (explanation === undefined) return null
  const dom = document.createElement('div')
  dom.className = 'explanation'
  const type = document.createElement('code')
  type.textContent = explanation.type
  const documentation = document.createElement('p')
  // A line break in a comment is only the end of its line. An empty line is the end of a paragraph.
  documentation.textContent = explanation.documentation.replace(/([^\n])\n(?!\n)/g, '$1 ')
  dom.append(type, documentation)
  return dom
}

async function check(ask: AskLanguage, text: string): Promise<readonly Diagnostic[]> {
  const problems = (await ask({ kind: 'check', text })) ?? []
  return problems.map((problem) => ({ ...problem, to: Math.max(problem.to, problem.from + 1), severity: 'error' }))
}
