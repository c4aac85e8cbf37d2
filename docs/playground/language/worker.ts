// The language service of TypeScript in a thread: completion, types and problems of the program in the editor.
import ts from 'typescript'
import type { Answers, Explanation, NumberedAnswer, NumberedQuestion, Question } from './protocol.ts'

const FILE = '/program.ts'

// `lib` has the names of files here, which the declarations have.
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.webworker.d.ts', 'lib.webworker.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  paths: {
    '@wfhost/internal/*': ['/types/internal/src/*.d.ts'],
    '@wfhost/*': ['/types/*/src/index.d.ts'],
    zod: ['/types/zod/index.d.ts'],
    'zod/mini': ['/types/zod/mini/index.d.ts'],
    'zod/*': ['/types/zod/*/index.d.ts'],
  },
}

/** Most programs are much shorter than a list of all global names. */
const MOST_COMPLETIONS = 500

function createAnswerer(types: Readonly<Record<string, string>>): (question: Question) => Answers[Question['kind']] {
  let program = { text: '', version: 0 }
  const readFile = (name: string): string | undefined => (name === FILE ? program.text : types[name])
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [FILE],
    getScriptVersion: (name) => (name === FILE ? String(program.version) : '1'),
    getScriptSnapshot: (name) => {
      const text = readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib.es2023.d.ts',
    fileExists: (name) => readFile(name) !== undefined,
    readFile,
    directoryExists: (name) => Object.keys(types).some((file) => file.startsWith(`${name.replace(/\/$/, '')}/`)),
  })

  return (question) => {
    if (question.text !== program.text) program = { text: question.text, version: program.version + 1 }
    switch (question.kind) {
      case 'complete':
        return complete(service, question.position)
      case 'describe':
        return describe(service, question)
      case 'explain':
        return explain(service, question.position)
      case 'check':
        return check(service)
    }
  }
}

function complete(service: ts.LanguageService, position: number): Answers['complete'] {
  const found = service.getCompletionsAtPosition(FILE, position, { includeCompletionsWithInsertText: false })
  const entries = found?.entries.toSorted((a, b) => (a.sortText < b.sortText ? -1 : Number(a.sortText > b.sortText))) ?? []
  return entries.slice(0, MOST_COMPLETIONS).map(({ kind, name }) => ({ kind, name }))
}

interface NamedPosition {
  readonly position: number
  readonly name: string
}

function describe(service: ts.LanguageService, { name, position }: NamedPosition): Explanation | undefined {
  const details = service.getCompletionEntryDetails(FILE, position, name, undefined, undefined, undefined, undefined)
  if (details === undefined) return undefined
  return { from: position, to: position, type: join(details.displayParts), documentation: join(details.documentation) }
}

function explain(service: ts.LanguageService, position: number): Explanation | undefined {
  const info = service.getQuickInfoAtPosition(FILE, position)
  if (info === undefined) return undefined
  const { displayParts, documentation, textSpan } = info
  return {
    from: textSpan.start,
    to: textSpan.start + textSpan.length,
    type: join(displayParts),
    documentation: join(documentation),
  }
}

function join(parts: readonly ts.SymbolDisplayPart[] | undefined): string {
  return ts.displayPartsToString([...(parts ?? [])])
}

function check(service: ts.LanguageService): Answers['check'] {
  const diagnostics = [...service.getSyntacticDiagnostics(FILE), ...service.getSemanticDiagnostics(FILE)]
  return diagnostics.map(({ length = 0, messageText, start = 0 }) => ({
    from: start,
    to: start + length,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
}

/** The first question waits for the declarations. */
const ready: Promise<ReturnType<typeof createAnswerer>> = fetch(new URL('./types.json', import.meta.url))
  .then((response) => response.json())
  .then(createAnswerer)

addEventListener('message', async ({ data: { id, question } }: MessageEvent<NumberedQuestion>) => {
  const answerQuestion = await ready
  const message: NumberedAnswer = { id, answer: answerQuestion(question) }
  postMessage(message)
})
