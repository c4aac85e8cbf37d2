import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Compilation, compilations } from './compilations.ts'

const consumerOptions = {
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  skipLibCheck: false,
  noEmit: true,
}

/** Compiles a consumer of all entries of a package with each compiler of users, also the declarations of the package. */
export function checkTypes(project: string, entries: readonly string[]): void {
  const imports = entries.map((entry, index) => `import * as entry${index} from ${JSON.stringify(entry)}`)
  const uses = entries.map((_, index) => `entry${index}`)
  const files = ['consumer.mts', 'consumer.cts']
  for (const file of files) writeFileSync(join(project, file), [...imports, `void [${uses}]`].join('\n'))

  const problems = compilations.flatMap((compilation) => compile(compilation, { project, files }))
  if (problems.length > 0) throw new Error(`Cannot compile against the published types:\n${problems.join('\n')}`)
}

interface Consumer {
  readonly project: string
  readonly files: readonly string[]
}

/** Returns the errors in the consumer and in our declarations. Errors in other declarations do not count. */
function compile({ compiler, exactOptionalPropertyTypes, title }: Compilation, { files, project }: Consumer): readonly string[] {
  const compilerOptions = { ...consumerOptions, exactOptionalPropertyTypes }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))

  const { error, status, stderr, stdout } = spawnSync(process.execPath, [compiler, '-p', '.'], { cwd: project, encoding: 'utf8' })
  if (error) throw error
  // The compiler prints its errors on stdout. Without them, a failure means that the compiler did not run.
  if (status !== 0 && stdout === '') throw new Error(`Cannot run ${title}: ${stderr}`)

  const ours = stdout.split('\n').filter((line) => /^(consumer|node_modules\/@wfhost\/|error )/.test(line))
  return ours.map((line) => `${title}: ${line}`)
}
