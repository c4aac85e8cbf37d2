import { executeTool, getPublicManifest } from '../calls/registry.ts'
import { control, expectSuccess, expectThat } from '../expectations.ts'
import { texts } from '../leaves.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const manExecute: Rule = {
  requirement: 'MAN-EXECUTE',
  statement: 'the manifest refers to the execute endpoint, which answers',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const exchange = control(await getPublicManifest(target, registry))
  const path = `${new URL(target.registryUrl).pathname.replace(/\/$/, '')}/v1/public/${target.product}/execute`
  const refers = texts(exchange.body).some((text) => pathOf(text, exchange.call.url) === path)
  expectThat(refers, { expected: `a reference to ${path}`, in: exchange })
  expectSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
}

function pathOf(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).pathname : undefined
}
