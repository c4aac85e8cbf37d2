import { expect, test } from 'vitest'
import { findWrongOutput, readTutorial } from './read-tutorial.ts'

function fence(kind: string, ...lines: readonly string[]): string {
  return [`\`\`\`${kind}`, ...lines, '```', ''].join('\n')
}

test('the blocks of a tutorial are a script, which writes each TypeScript block to the file named before it', () => {
  const { outputs, script } = readTutorial(
    `Write to \`a.ts\`:\n${fence('ts', 'const a = `$1`')}Then:\n${fence('sh', 'cat a.ts')}`,
  )
  expect(script).toBe("cat > a.ts <<'END_OF_FILE'\nconst a = `$1`\nEND_OF_FILE\n\ncat a.ts\n")
  expect(outputs).toEqual([])
})

test('commands in the clone are not part of the script, and TypeScript without a file is an error', () => {
  expect(readTutorial(fence('sh in a clone', 'exit 1')).script).toBe('')
  expect(() => readTutorial(fence('ts', 'const a = 1'))).toThrow(/it names no file for const a/)
})

test('commands whose output the page shows are marked, and other commands are not', () => {
  const page = `${fence('sh', 'npm install')}${fence('sh', 'node a.ts')}It prints:\n\n${fence('text output', '5 of 5')}`
  expect(readTutorial(page)).toEqual({
    script: "npm install\n\necho '<<< output 1'\nnode a.ts\necho '>>> output 1'\n",
    outputs: ['5 of 5\n'],
  })
})

test('an output without commands before it is an error', () => {
  expect(() => readTutorial(fence('text output', '5'))).toThrow(/an output without commands before it/)
})

test.each([
  ['5 of 5', '5 of 5\n', true],
  ['5 of 5', '\n5 of 5  \n\n', true],
  ['5 of 5', '4 of 5\n', false],
  ['5 of 5', '5 of 5\nand a warning\n', false],
  ['(5 ms)', '(7 ms)\n', false],
  ['passed in … ms (5.0)', 'passed in 12.5 ms (5.0)\n', true],
  ['passed in … ms', 'passed in\n12 ms\n', false],
  ['…\nCONFORMANT', 'area\n\nrun-sync\nCONFORMANT\n', true],
  ['…\nCONFORMANT', 'CONFORMANT\n', true],
  ['first\n…', 'first\nsecond\nthird\n', true],
  ['…\nCONFORMANT', 'NON-CONFORMANT\n', false],
])('the output %j shows what was printed, %j: %s', (documented, printed, isEqual) => {
  const wrong = findWrongOutput([documented], `before\n<<< output 1\n${printed}>>> output 1\nafter\n`)
  expect(wrong === undefined).toBe(isEqual)
})

test('an output that was never printed is wrong', () => {
  expect(findWrongOutput(['5'], 'nothing\n')).toContain('output 1 is not as on the page')
})
