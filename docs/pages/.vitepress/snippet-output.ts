/** A node of a trail: a class of the shared stylesheet and its words. */
interface TrailNode {
  readonly status: 'passed' | 'failed' | 'stopped' | 'unsent'
  readonly text: string
}

interface SnippetEnd {
  /** A status of the shared stylesheet. */
  readonly status: 'passed' | 'failed' | 'refused'
  /** The mark of the status and its words. */
  readonly words: string
  /** The steps in their order. A test compares them with a run. */
  readonly trail: readonly TrailNode[]
}

/** How each snippet of the home page ends. */
export const snippetEnds: Readonly<Record<string, SnippetEnd>> = {
  Run: {
    status: 'passed',
    words: '✓ the run succeeded',
    trail: [passed('sent once'), passed('classify'), passed('answer'), passed('result')],
  },
  'Failed run': {
    status: 'failed',
    words: '✕ the run failed',
    trail: [
      passed('sent once'),
      passed('look-up'),
      { status: 'failed', text: 'charge' },
      { status: 'unsent', text: 'no result' },
    ],
  },
  Refused: {
    status: 'refused',
    words: '! nothing ran',
    trail: [
      passed('key known'),
      passed('published'),
      { status: 'stopped', text: 'other key' },
      { status: 'unsent', text: 'not run' },
    ],
  },
}

const marks: Readonly<Record<TrailNode['status'], string>> = { passed: '✓', failed: '✕', stopped: '!', unsent: '' }

interface Snippet {
  readonly code: string
  /** The HTML of the panel below the code. */
  readonly panel: string
}

/** Splits a snippet into its code and its output, which is its last comment. Undefined for another block of code. */
export function splitSnippet(info: string, content: string): Snippet | undefined {
  // VitePress adds a word to the first block of a group.
  const [, title = ''] = /^js \[(.+)\]/.exec(info) ?? []
  const end = snippetEnds[title]
  const [, code, output] = /^([\s\S]+)\n\/\/ (.+)\n$/.exec(content) ?? []
  if (end === undefined || code === undefined || output === undefined) return undefined

  const head = `<div class="code-head"><span>Output</span><span class="badge ${end.status}">${end.words}</span></div>`
  const nodes = end.trail.map(({ status, text }) => {
    return `<li class="${status}"><span class="node" aria-hidden="true">${marks[status]}</span>${text}</li>`
  })
  const trail = `<ol class="trail">${nodes.join('')}</ol>`
  return { code: `${code}\n`, panel: `<div class="snippet-output">${head}<samp>${escapeHtml(output)}</samp>${trail}</div>` }
}

function passed(text: string): TrailNode {
  return { status: 'passed', text }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
