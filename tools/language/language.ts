import ts from 'typescript'
import type { Prose } from './read-prose.ts'

/** Words in names that hide what a value is, and the words of the glossary for them. */
const FORBIDDEN_WORDS: Readonly<Record<string, string>> = {
  answered: 'response',
  asked: 'request',
  behind: 'upstream',
  said: 'message, or output',
  shown: 'output, or visible',
  theirs: 'the noun',
  told: 'reported',
}

/** One sentence or paragraph that breaks a rule of the language, and the rule. */
export interface LanguageProblem {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly excerpt: string
}

const LONGEST_SENTENCE = 30
const MOST_SENTENCES = 4
const LONGEST_PARAGRAPH = 600

/** Ways to begin a sentence that hide its subject. A question may begin with them. */
const HIDDEN_SUBJECT = /^(Of|Who|What|Whatever|That which)\b(?!.*\?$)/

/** Phrases that are translated word for word from another language, each with a plain one. */
const PHRASES: readonly (readonly [phrase: RegExp, remedy: string])[] = [
  [/\bis no\b(?! (longer|more)\b)/i, 'is not a'],
  [/\bare none\b/i, 'do not exist'],
  [/\bgoes on\b/i, 'continues'],
  [/\bstands in\b/i, 'is in'],
  [/\btakes for\b/i, 'treats as'],
  [/\bat once\b/i, 'immediately, or concurrently'],
  [/\bin the way of\b/i, 'as'],
  [/\bhas it that\b/i, 'uses'],
  [/\bby which\b/i, 'a sentence of its own'],
  [/\bfor whom\b/i, 'a sentence of its own'],
  [/\banswer(s|ed|ing)?\b(?!.*\bquestions?\b)(?<!\bquestions?\b.*)/i, 'response, or responds'],
  [/\b(is|are|was|were|be|been) told\b/i, 'is reported, or receives'],
  [/\btells?\b/i, 'reports, or shows'],
  [/\b(is|are|was|were|be|been) asked\b/i, 'receives a request'],
  [/\basks? (for|about|the|a|an|it|whether)\b(?!.*\bquestions?\b)/i, 'requests'],
  [/\bstands? for\b/i, 'means, or represents'],
  [/\btak(e|es|en|ing)( it| them| this)? for\b/i, 'treats as'],
  [/\bhowever (many|often|long|much|large|small)\b/i, 'any number of'],
  [/\bwhatever\b/i, 'any'],
  [/(?<!\b(?:far|long|often|soon) )\bas (it|they) (is|are|was|were|comes?|came)\b/i, 'unchanged'],
  [/\blets? in\b/i, 'accepts'],
  [/\bof (ours|theirs)\b/i, 'of this package'],
]

/** Checks a paragraph of prose. */
export function checkProse({ file, line, text }: Prose): LanguageProblem[] {
  const sentences = splitSentences(text)
  const problems: LanguageProblem[] = []
  const report = (rule: string, excerpt: string) => problems.push({ file, line, rule, excerpt: excerpt.slice(0, 120) })

  for (const sentence of sentences) {
    const words = sentence.split(/\s+/).length
    if (words > LONGEST_SENTENCE) report(`a sentence of ${words} words, at most ${LONGEST_SENTENCE}`, sentence)
    if (HIDDEN_SUBJECT.test(sentence)) report('a sentence that does not begin with its subject', sentence)
    for (const [phrase, remedy] of PHRASES) {
      const match = phrase.exec(sentence)
      if (match !== null) report(`"${match[0]}", write "${remedy}"`, sentence)
    }
  }
  if (sentences.length > MOST_SENTENCES) report(`a paragraph of ${sentences.length} sentences, at most ${MOST_SENTENCES}`, text)
  if (text.length > LONGEST_PARAGRAPH) report(`a paragraph of ${text.length} characters, at most ${LONGEST_PARAGRAPH}`, text)
  return problems
}

/** Splits a paragraph after each full stop or question mark before a capital letter, but not within code. */
function splitSentences(text: string): string[] {
  const plain = text.replace(/`[^`]*`/g, 'CODE').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return plain
    .split(/(?<=[.?!][)"*]*)\s+(?=["*(]*[A-Z`])/)
    .map((sentence) => sentence.replace(/^[\s*("]+/, '').trim())
    .filter((sentence) => sentence !== '')
}

/** Finds declared names that have a forbidden word, such as `asked` in `askedRequest`. */
export function checkIdentifiers(file: string, text: string): LanguageProblem[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const problems: LanguageProblem[] = []

  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name !== undefined && ts.isIdentifier(node.name)) {
      const name = node.name.text
      const line = source.getLineAndCharacterOfPosition(node.name.getStart()).line + 1
      for (const word of name.split(/(?=[A-Z])|_/)) {
        const remedy = FORBIDDEN_WORDS[word.toLowerCase()]
        if (remedy !== undefined) problems.push({ file, line, rule: `"${word}" in a name, write "${remedy}"`, excerpt: name })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

/** Whether a node declares a variable, a parameter, a function or a type. The names of members can be those of an interface. */
function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isFunctionDeclaration(node)) return true
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) return true
  return ts.isBindingElement(node)
}
