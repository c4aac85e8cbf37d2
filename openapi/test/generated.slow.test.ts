import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, Script } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const openapi = fileURLToPath(new URL('..', import.meta.url))
const parts = ['generate', 'generated', 'src', 'openapi.yaml', 'requirements.yaml', 'package.json']

test('the generated validators create no code at run time and load no module', async () => {
  const code = await readFile(join(openapi, 'generated/validators.js'), 'utf8')
  expect(code.match(/\b(eval|Function|require|import)\b/g)).toBeNull()
})

test('the validators run in a browser that forbids making code from strings', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(openapi, 'src/validators.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'validators',
    platform: 'browser',
    write: false,
  })
  const page = createContext({}, { codeGeneration: { strings: false, wasm: false } })
  const code = `${outputFiles[0]?.text}; validators.validateRequestBody('runPublishedWorkflow', { args: [{ name: 1, value: 1 }] })[0].message`
  expect(new Script(code).runInContext(page)).toBe('args[0].name: expected a string, found number')
})

test('npm run generate finds stale files, and with --check it names them and writes nothing', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'wfhost-'))
  for (const part of parts) await cp(join(openapi, part), join(copy, part), { recursive: true })
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(copy, 'node_modules'))
  const generate = (...args: string[]) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(copy, 'generate/main.ts'), ...args], {
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }

  expect(generate('--check')).toEqual({ status: 0, output: 'openapi/generated is up to date\n' })

  const document = join(copy, 'openapi.yaml')
  await writeFile(document, (await readFile(document, 'utf8')).replaceAll('[RUN-MALFORMED, RUN-ARG-TYPE', '[RUN-ARG-TYPE'))
  const { output, status } = generate('--check')
  expect(status).toBe(1)
  expect(output.match(/openapi\/\S+ is stale/g)).toEqual([
    'openapi/requirements.yaml is stale',
    'openapi/generated/document.ts is stale',
    'openapi/generated/operations.ts is stale',
    'openapi/generated/requirements.ts is stale',
  ])
  expect(generate('--check').output).toBe(output)

  const written = ['document', 'operations', 'requirements'].map((name) => `generated/${name}.ts`).join(', ')
  expect(generate().output).toBe(`Wrote requirements.yaml, ${written}\n`)
  expect(generate('--check').status).toBe(0)
}, 60_000)
