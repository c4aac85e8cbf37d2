import { createPrismMock } from '../adapters/prism/create-prism-mock.ts'
import { writeViolation } from '../adapters/prism/violation.ts'
import type { Engine } from './engine.ts'
import { runCommand } from './try-commands.ts'

/** Opens Prism with the document alone; violations are reported on stderr. */
export async function openPrism(): Promise<Engine> {
  const mock = await createPrismMock({ onViolation: (violation) => console.error(writeViolation(violation)) })
  return {
    target: mock.fetch,
    ready: async () => {},
    describe,
    stop: () => {},
    close: async () => {},
  }
}

function describe(url: string): string {
  const run = runCommand(url, { flowId: 'any', key: 'any', args: {} })
  return [
    `Workflow service  ${url}`,
    `Tool registry     ${url}`,
    '',
    'Prism serves the document alone. It has no state: any key will do, and the answers are the examples of the document.',
    '',
    'Try',
    `  ${run}`,
    `  ${run} -H 'prefer: code=429'`,
    `  ${run} -H 'prefer: code=200, example=failed'`,
    `  ${run} -H 'prefer: dynamic=true'`,
    '',
  ].join('\n')
}
