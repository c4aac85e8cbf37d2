/** How each snippet of the home page ends: a status of the shared stylesheet, its mark and its words. */
const outcomes: Readonly<Record<string, { readonly status: string; readonly words: string }>> = {
  Run: { status: 'passed', words: '✓ the run succeeded' },
  'Failed run': { status: 'failed', words: '✕ the run failed' },
  Refused: { status: 'refused', words: '! nothing ran' },
}

interface Snippet {
  readonly code: string
  /** The HTML of the panel below the code. */
  readonly panel: string
}

/** Splits a snippet into its code and its output, which is its last comment. Undefined for another block of code. */
export function splitSnippet(info: string, content: string): Snippet | undefined {
  // VitePress adds a word to the first block of a group.
  const [, title = ''] = /^js \[(.+)\]/.exec(info) ?? []
  const outcome = outcomes[title]
  const [, code, output] = /^([\s\S]+)\n\/\/ (.+)\n$/.exec(content) ?? []
  if (outcome === undefined || code === undefined || output === undefined) return undefined

  const head = `<div class="code-head"><span>Output</span><span class="badge ${outcome.status}">${outcome.words}</span></div>`
  return { code: `${code}\n`, panel: `<div class="snippet-output">${head}<samp>${escapeHtml(output)}</samp></div>` }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
