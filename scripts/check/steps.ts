/** A named check, run as a command from the root. */
export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

const source = ['node', '--conditions=@wfhost/source'] as const

/** Everything that `npm run check` holds. The steps of one row run side by side; the next row waits for them. */
export const rows: readonly (readonly Step[])[] = [
  [
    { name: 'generated files are current', command: [...source, 'openapi/generate/main.ts', '--check'] },
    { name: 'format', command: ['biome', 'ci', '--error-on-warnings', '--colors=off', '.'] },
  ],
  [
    { name: 'types', command: ['tsc'] },
    {
      name: 'import directions',
      command: ['depcruise', 'openapi', 'sdk', 'mock-server', 'contract-tests', 'tour', 'scripts', 'bench'],
    },
  ],
  [
    { name: 'house rules', command: [...source, 'scripts/check-house-rules.ts'] },
    { name: 'unused code and dependencies', command: ['knip'] },
  ],
  [{ name: 'tests', command: ['vitest', 'run'] }],
  [{ name: 'build', command: ['npm', 'run', 'build', '--workspaces', '--if-present'] }],
  [{ name: 'artefacts', command: [...source, 'scripts/check-artefacts.ts'] }],
  [{ name: 'size', command: [...source, 'sdk/runtimes/size.ts'] }],
]
