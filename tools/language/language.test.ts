import { describe, expect, test } from 'vitest'
import { checkIdentifiers, checkProse } from './language.ts'
import { readMarkdown, readTypeScript, readYaml } from './read-prose.ts'

function rulesOf(text: string): string[] {
  return checkProse({ file: 'page.md', line: 1, text }).map(({ rule }) => rule)
}

function words(count: number): string {
  return `${Array.from({ length: count }, () => 'word').join(' ')}.`
}

function textsOf(prose: readonly { readonly text: string }[]): string[] {
  return prose.map(({ text }) => text)
}

describe('checkProse()', () => {
  test.each([
    ['Of two keys, each has a name.', 'a sentence that does not begin with its subject'],
    ['It works. What was sent is recorded.', 'a sentence that does not begin with its subject'],
    ['Who has a token may use it.', 'a sentence that does not begin with its subject'],
    ['This is no secret.', '"is no", write "is not a"'],
    ['Valid keys are none of these.', '"are none", write "do not exist"'],
    ['The batch goes on.', '"goes on", write "continues"'],
    ['The key stands in a file.', '"stands in", write "is in"'],
    ['It stops at once.', '"at once", write "immediately, or concurrently"'],
    ['The server answered with 200.', '"answered", write "response, or responds"'],
    ['The caller is told of each attempt.', '"is told", write "is reported, or receives"'],
    ['The test tells the reason.', '"tells", write "reports, or shows"'],
    ['The key is asked again.', '"is asked", write "receives a request"'],
    ['The client asks for a manifest.', '"asks for", write "requests"'],
    ['A star stands for each item.', '"stands for", write "means, or represents"'],
    ['The client takes it for a result.', '"takes it for", write "treats as"'],
    ['It stops however many wait.', '"however many", write "any number of"'],
    ['The run fails whatever is thrown.', '"whatever", write "any"'],
    ['The body passes as it came.', '"as it came", write "unchanged"'],
    ['The server lets in each key.', '"lets in", write "accepts"'],
    ['An error of ours is loud.', '"of ours", write "of this package"'],
    [words(31), 'a sentence of 31 words, at most 30'],
    ['One. Two. Three. Four. Five.', 'a paragraph of 5 sentences, at most 4'],
  ])('reports %j', (text, rule) => {
    expect(rulesOf(text)).toEqual([rule])
  })

  test('reports a paragraph of more than 600 characters', () => {
    const sentence = `${'x'.repeat(200)}.`
    expect(rulesOf(`A ${sentence} B ${sentence} C ${sentence}`)).toEqual([
      expect.stringMatching(/^a paragraph of \d+ characters/),
    ])
  })

  test.each([
    'What does a world contain?',
    'The key is not a secret.',
    'It is no longer there.',
    'Without keys, the list is empty.',
    'The batch continues. It is in the file.',
    'One. Two. Three. Four.',
    words(30),
    'The option `goes on at once` is code.',
    'The issue answers an open question.',
    'The page asks a question about the world.',
    'The token is kept as long as it is valid.',
  ])('accepts %j', (text) => {
    expect(rulesOf(text)).toEqual([])
  })
})

describe('readMarkdown()', () => {
  test('reads paragraphs and list items with their lines', () => {
    const text = '# Title\n\nOne\nparagraph.\n\n- First item.\n- Second item.\n'
    expect(readMarkdown('page.md', text)).toEqual([
      { file: 'page.md', line: 3, text: 'One paragraph.' },
      { file: 'page.md', line: 6, text: 'First item.' },
      { file: 'page.md', line: 7, text: 'Second item.' },
    ])
  })

  test('leaves out code, tables and headings', () => {
    const text = '# It goes on\n\n```ts\n// It goes on.\n```\n\n| a | b |\n|---|---|\n| goes on | b |\n'
    expect(readMarkdown('page.md', text)).toEqual([])
  })
})

describe('readYaml()', () => {
  test('reads comments, and values that are messages', () => {
    const text = '# One\n# paragraph of a comment.\nname: short\ndescription: The key goes on at once here.\n'
    expect(textsOf(readYaml('file.yaml', text))).toEqual(['The key goes on at once here.', 'One paragraph of a comment.'])
  })

  test('leaves out keys, short values and tables in comments', () => {
    const text = '# a table:\n# evidence     D documented, R derived, N not shown at all\nid: RUN-ENDPOINT\n'
    expect(readYaml('file.yaml', text)).toEqual([])
  })
})

describe('readTypeScript()', () => {
  test('joins comments on consecutive lines, and keeps others apart', () => {
    const text = '// One\n// paragraph.\n\n// Another one.\nconst a = 1 // A trailing one.\n'
    expect(textsOf(readTypeScript('file.ts', text))).toEqual(['One paragraph.', 'Another one.', 'A trailing one.'])
  })

  test('reads a block comment without the code of its example', () => {
    const text = '/**\n * Runs it.\n *\n * @param a - The value.\n * @example\n * run(1) // It goes on.\n */\nfunction run() {}\n'
    expect(textsOf(readTypeScript('file.ts', text))).toEqual(['Runs it.', 'The value.'])
  })

  test('reads the titles of tests', () => {
    const text = "test('runs once', () => {})\ntest.each([1])('runs %s', () => {})\nrun('not a title')\n"
    expect(textsOf(readTypeScript('file.ts', text))).toEqual(['runs once', 'runs %s'])
  })

  test('leaves out directives, and the content of strings, templates and regular expressions', () => {
    const text = "// @ts-expect-error wrong\nconst a = ['// no', `// no`, /[/]/, /'/]\n// A comment.\n"
    expect(textsOf(readTypeScript('file.ts', text))).toEqual(['A comment.'])
  })
})

describe('checkIdentifiers()', () => {
  test.each([
    'const asked = 1',
    'function f(told: string) {}',
    'const { request: askedRequest } = given',
    'type Answered = string',
    'interface RequestBehindProxy {}',
  ])('reports the name in %j', (text) => {
    expect(checkIdentifiers('a.ts', text)).toHaveLength(1)
  })

  test.each(['const request = 1', 'const task = askedFor()', 'const value = { asked: 1 }', '// asked'])('accepts %j', (text) => {
    expect(checkIdentifiers('a.ts', text)).toEqual([])
  })
})

describe('the messages of readTypeScript()', () => {
  test('are strings, templates and texts of elements of five words and more', () => {
    const text = [
      `const a = 'This message has five words'`,
      `const b = \`Cannot read \${name}: it is missing\``,
      `const c = 'too short'`,
      `const d = 'import { a } from "b" // of five words'`,
    ]
    expect(textsOf(readTypeScript('a.ts', text.join('\n')))).toEqual([
      'This message has five words',
      'Cannot read CODE: it is missing',
    ])
  })

  test('are not read in tests', () => {
    expect(readTypeScript('a.test.ts', `const a = 'This message has five words'`)).toEqual([])
  })
})
