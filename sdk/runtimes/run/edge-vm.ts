import { readFileSync } from 'node:fs'
import { buildEntry } from './build-entry.ts'
import { installedVersion, loadInstalled, type Runtime, type Surroundings, type Trial } from './runtime.ts'

interface EdgeModule {
  readonly EdgeVM: new () => { readonly evaluate: <Value>(code: string) => Value }
}

/** What Vercel's edge functions are developed in: web standards only, and no code from strings. */
export const edgeVm: Runtime = { name: 'edge VM', run }

async function run({ baseUrl, project }: Surroundings): Promise<Trial> {
  const { EdgeVM } = loadInstalled<EdgeModule>('@edge-runtime/vm')
  const bundle = await buildEntry({ entry: 'web', project, conditions: ['edge-light', 'worker'] })
  const vm = new EdgeVM()
  vm.evaluate(readFileSync(bundle, 'utf8'))
  const results = await vm.evaluate<Promise<string>>(`tryClient(${JSON.stringify(baseUrl)})`)
  return { version: installedVersion('@edge-runtime/vm'), results: JSON.parse(results) }
}
