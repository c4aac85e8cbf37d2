import ts from 'typescript'
import { LineCounter, parseAllDocuments, visit } from 'yaml'

/** A text for people, and its first line. */
export interface Prose {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Lists the paragraphs of a Markdown file, without code, tables, headings and generated parts. */
export function readMarkdown(file: string, text: string): Prose[] {
  const paragraphs: Prose[] = []
  let current: { line: number; lines: string[] } | undefined
  let fence: string | undefined
  const end = () => {
    if (current !== undefined) paragraphs.push({ file, line: current.line, text: current.lines.join(' ') })
    current = undefined
  }

  // Front matter is data of the site.
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replace(/[^\n]/g, ''))
  for (const [index, line] of body.split('\n').entries()) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined) {
      end()
      if (fence === undefined) fence = mark
      else if (line.trim() === fence) fence = undefined
      continue
    }
    if (fence !== undefined) continue

    const isStructure = /^\s*(#|\||<|---|:::|>)/.test(line) || line.trim() === ''
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line)?.[1]
    if (isStructure || item !== undefined) end()
    if (isStructure) continue

    current ??= { line: index + 1, lines: [] }
    current.lines.push((item ?? line).trim())
  }
  end()
  return paragraphs
}

/** Lists the comments of a YAML file, and the values that are messages for people. */
export function readYaml(file: string, text: string): Prose[] {
  const lineCounter = new LineCounter()
  const found: Prose[] = []
  for (const document of parseAllDocuments(text, { lineCounter })) {
    visit(document, {
      Scalar: (key, { range, value }) => {
        if (key === 'key' || typeof value !== 'string' || !isMessage(value)) return
        const { line } = lineCounter.linePos(range?.[0] ?? 0)
        found.push(...readMarkdown(file, value).map((prose) => ({ ...prose, line })))
      },
    })
  }
  return [...found, ...readYamlComments(file, text)]
}

/** Joins the comments on consecutive lines. An indented comment, and one that ends with a colon, is a line of a table. */
function readYamlComments(file: string, text: string): Prose[] {
  const comments: Prose[] = []
  let previous: { readonly line: number; readonly text: string } | undefined
  for (const [index, content] of text.split('\n').entries()) {
    const comment = /^\s*# (\S.*)$/.exec(content)?.[1]
    const isTableRow = comment !== undefined && / {2,}/.test(comment)
    if (comment === undefined || isTableRow) {
      previous = undefined
      continue
    }

    if (previous === undefined) comments.push({ file, line: index + 1, text: comment })
    else comments[comments.length - 1] = { file, line: previous.line, text: `${previous.text} ${comment}` }
    previous = comments.at(-1)
  }
  return comments.filter((comment) => isMessage(comment.text))
}

/** Lists the comments and the test titles in a TypeScript file, and the messages in its strings unless it is a test. */
export function readTypeScript(file: string, text: string): Prose[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const isTest = /\.(test|test-d|spec)\.tsx?$/.test(file)
  const messages = isTest ? [] : readMessages(source, { file, lineAt })
  return [...readComments(source, { file, lineAt }), ...readTitles(source, { file, lineAt }), ...messages]
}

interface Place {
  readonly file: string
  readonly lineAt: (position: number) => number
}

function readComments(source: ts.SourceFile, { file, lineAt }: Place): Prose[] {
  const comments: Prose[] = []
  let lines: { line: number; next: number; text: string } | undefined
  const end = () => {
    if (lines !== undefined) comments.push({ file, line: lines.line, text: lines.text })
    lines = undefined
  }

  for (const { kind, pos, end: commentEnd } of findComments(source)) {
    const line = lineAt(pos)
    const comment = source.text.slice(pos, commentEnd)
    if (kind === ts.SyntaxKind.MultiLineCommentTrivia) {
      end()
      comments.push(...readBlockComment(file, line, comment))
      continue
    }
    const content = comment.replace(/^\/\/+/, '').trim()
    // Comments on consecutive lines are one paragraph. A directive for a tool ends one.
    const isDirective = /^(biome-ignore|@ts-|eslint)/.test(content)
    const startsLine = source.text.slice(source.text.lastIndexOf('\n', pos - 1) + 1, pos).trim() === ''
    if (lines?.next === line && startsLine && !isDirective) lines = { ...lines, next: line + 1, text: `${lines.text} ${content}` }
    else {
      end()
      if (!isDirective) lines = { line, next: line + 1, text: content }
    }
  }
  end()
  return comments
}

/**
 * Lists the comments of a file by their positions. Without the syntax tree, a scanner would find comments in regular
 * expressions and templates.
 */
function findComments(source: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>()
  const add = (ranges: readonly ts.CommentRange[] | undefined) => {
    for (const range of ranges ?? []) found.set(range.pos, range)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) || ts.isJSDoc(node)) return
    add(ts.getLeadingCommentRanges(source.text, node.getFullStart()))
    add(ts.getTrailingCommentRanges(source.text, node.getEnd()))
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...found.values()].toSorted((a, b) => a.pos - b.pos)
}

/** Lists the paragraphs and tags of a block comment, without the code of examples. */
function readBlockComment(file: string, start: number, comment: string): Prose[] {
  const body = comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .replace(/@example[\s\S]*?(?=\n@|$)/g, '')
    .replace(/^@(param|returns|throws|default|see)\b(\s+\w+\s+-)?/gm, '\n')
  return readMarkdown(file, body).map((prose) => ({ ...prose, line: start + prose.line - 1 }))
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe'])

function readTitles(source: ts.SourceFile, { file, lineAt }: Place): Prose[] {
  const titles: Prose[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && TEST_FUNCTIONS.has(nameOfCallee(node.expression))) {
      const [title] = node.arguments
      if (title !== undefined && ts.isStringLiteralLike(title)) {
        titles.push({ file, line: lineAt(title.getStart()), text: title.text })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** How many words a string has at least that is a message for people. Shorter ones are names, paths and labels. */
const SHORTEST_MESSAGE = 5

/** A string with a program or a path of SVG: a line that ends as code does, or begins with a keyword. */
const LOOKS_LIKE_CODE = /[;{}(]\s*(\n|$)|=>|^\s*(import|export|const|local|CREATE|using) |\d[a-z]\d/m

/** Whether a text is a sentence or a part of one. */
function isMessage(text: string): boolean {
  const isLong = text.trim().split(/\s+/).length >= SHORTEST_MESSAGE
  return isLong && /^[A-Za-z][\w'-]* /.test(text.trim()) && !LOOKS_LIKE_CODE.test(text)
}

/** Lists the strings, templates and texts of elements that are messages for people. */
function readMessages(source: ts.SourceFile, { file, lineAt }: Place): Prose[] {
  const messages: Prose[] = []
  const add = (node: ts.Node, text: string) => {
    if (!isMessage(text)) return
    // An indented line is an item of a list.
    for (const paragraph of text.split(/\n(?=\s)/)) {
      // In a message, these words are the plain way to name what was not found.
      messages.push({ file, line: lineAt(node.getStart()), text: paragraph.replaceAll(/\bthere is no\b/gi, 'not found is') })
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) add(node, node.text)
    if (ts.isTemplateExpression(node)) {
      add(node, node.head.text + node.templateSpans.map(({ literal }) => `CODE${literal.text}`).join(''))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return messages
}

/** Returns the function at the start of a call such as `test.concurrent.each(rows)`. */
function nameOfCallee(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) return nameOfCallee(expression.expression)
  return ''
}
