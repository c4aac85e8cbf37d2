import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { listExports, type PublicSymbols } from './documentation.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
// The compiler names a type by the entries of its package only if the package is in node_modules.
const project = mkdtempSync(join(tmpdir(), 'emitted-declarations-'))
mkdirSync(join(project, 'node_modules'))
for (const name of ['@wfhost', '@types', 'msw', 'zod']) {
  symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
}

afterAll(() => {
  rmSync(project, { recursive: true })
})

/** Exports each constant and each class, such as `sampleKeys` and the classes of errors. */
function exportsOfConstants({ symbols }: PublicSymbols): string {
  const kinds = ts.SymbolFlags.Variable | ts.SymbolFlags.Class
  const lines = symbols
    .filter(({ symbol }) => symbol.flags & kinds)
    .flatMap(({ name }, index) => {
      const [entry = '', exported = ''] = name.split(' ')
      return [`import { ${exported} as constant${index} } from '${entry}'`, `export const copy${index} = constant${index}`]
    })
  return lines.join('\n')
}

/** Exports each function and its result, and the members of the result if code of users exports them alone. */
function exportsOf({ checker, symbols }: PublicSymbols, { withMembers }: { readonly withMembers: boolean }): string {
  const functions = symbols.filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Function)
  const lines = functions.flatMap(({ name, symbol }, index) => {
    const [entry = '', exported = ''] = name.split(' ')
    const returned = checker
      .getTypeOfSymbol(symbol)
      .getCallSignatures()
      .map((signature) => signature.getReturnType())
    const settled = returned.map((type) => checker.getAwaitedType(type) ?? type)
    const isObject = settled.every((type) => type.flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0)
    const members = settled.flatMap((type) => (isObject && withMembers ? type.getProperties() : [])).filter(isOurs)
    const readable = members.map((member) => member.name).filter((member) => /^\w+$/.test(member))
    return [
      `import { ${exported} as function${index} } from '${entry}'`,
      `declare const given${index}: Awaited<ReturnType<typeof function${index}>>`,
      `export const value${index} = given${index}`,
      `export const alias${index} = function${index}`,
      ...readable.map((member) => `export const ${member}Of${index} = given${index}.${member}`),
    ]
  })
  return lines.join('\n')
}

/** Members of a class of another package may be private. */
function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.every((declaration) => !declaration.getSourceFile().fileName.includes('/node_modules/'))
}

/** Emits the declarations of a module in the project, and returns the problems of the compiler. */
function emitDeclarations(text: string): readonly string[] {
  const file = join(project, 'exported.ts')
  writeFileSync(file, text)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ['@wfhost/source'],
    allowImportingTsExtensions: true,
    preserveSymlinks: true,
    strict: true,
    skipLibCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    types: ['node'],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  })
  const source = program.getSourceFile(file)
  const problems = [...program.getSemanticDiagnostics(source), ...program.getDeclarationDiagnostics(source)]
  return problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

// The problems of @wfhost/openapi are in a file of their own, whose alias the compiler inlines only from the packed declarations.
// `tools/release/check-declarations.ts` checks those.
test.each([
  { folder: 'sdk', withMembers: false },
  // The members of a service are exported one by one, as in `export const { fetch } = createMockService()`.
  { folder: 'mock-server', withMembers: true },
  { folder: 'contract-tests', withMembers: false },
  { folder: 'queue', withMembers: false },
])('the declarations of code that exports values of $folder can be emitted', { timeout: 120_000 }, ({ folder, withMembers }) => {
  const exported = listExports(join(root, folder))
  expect(emitDeclarations(`${exportsOf(exported, { withMembers })}\n${exportsOfConstants(exported)}`)).toEqual([])
})

test('the declarations of code that exports workflows and their runs can be emitted', { timeout: 120_000 }, () => {
  const text = `import { createWorkflowClient, defineWorkflow } from '@wfhost/sdk'
import * as z from 'zod'
export const triage = defineWorkflow({ flowId: 'triage', args: z.object({ priority: z.number().default(1) }) })
export const client = createWorkflowClient()
export const run = await client.run(triage, {})
export const { stepOutputs } = run
`
  expect(emitDeclarations(text)).toEqual([])
})
