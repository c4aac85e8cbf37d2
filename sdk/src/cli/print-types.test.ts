import ts from 'typescript'
import { expect, test } from 'vitest'
import { toIdentifier } from './print-types.ts'

test.each([
  ['support-triage', 'supportTriage'],
  ['Monthly Report', 'MonthlyReport'],
  ['a.b/c_d', 'aBC_d'],
  ['été', 'été'],
  ['7 flows', 'workflow7Flows'],
  ['-', 'workflow'],
  ['💥', 'workflow'],
  ['class', 'classWorkflow'],
  ['z', 'zWorkflow'],
  ['defineWorkflow', 'defineWorkflowWorkflow'],
])('names the workflow %s %s', (flowId, name) => {
  expect(toIdentifier(flowId)).toBe(name)
})

test('finds for every word of the language a name that the compiler takes', () => {
  const { FirstKeyword, LastKeyword } = ts.SyntaxKind
  const words = Array.from({ length: LastKeyword - FirstKeyword + 1 }, (_, at) => ts.tokenToString(FirstKeyword + at) ?? '')
  expect(words).toContain('class')
  const names = [...words, 'globalThis', 'eval', 'arguments', 'a b', '1', ' '].map(toIdentifier)
  const fileName = 'names.ts'
  const text = names.map((name) => `export const ${name} = 1\n`).join('')
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2022)
  const host = { ...ts.createCompilerHost({}), getSourceFile: (name: string) => (name === fileName ? file : undefined) }
  const program = ts.createProgram([fileName], { noLib: true, types: [], target: ts.ScriptTarget.ES2022 }, host)
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  expect(found.map(({ messageText }) => messageText)).toEqual([])
})
