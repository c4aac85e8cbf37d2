import { readdirSync } from 'node:fs'

/** Pages that are copied from other files. */
export const copiedPages: Readonly<Record<string, string>> = {
  'guide/sdk.md': 'sdk/README.md',
  'guide/queue.md': 'queue/README.md',
  'guide/mock-server.md': 'mock-server/README.md',
  'guide/contract-tests.md': 'contract-tests/README.md',
  'guide/conformance-walkthrough.md': 'contract-tests/WALKTHROUGH.md',
  'guide/openapi.md': 'openapi/README.md',
  'guide/examples.md': 'examples/README.md',
  'guide/security.md': 'SECURITY.md',
  'guide/architecture.md': 'ARCHITECTURE.md',
  'guide/contributing.md': 'CONTRIBUTING.md',
  ...Object.fromEntries(
    readdirSync(new URL('decisions', import.meta.url)).map((file) => [`decisions/${file}`, `docs/decisions/${file}`]),
  ),
}

/** Pages that are written from code. */
const generatedPage = /^(?:reference|errors)\//

/** Returns the file in the repository that a page is made of. Undefined for a page that is written from code. */
export function sourceOfPage(page: string): string | undefined {
  if (generatedPage.test(page)) return undefined
  return copiedPages[page] ?? `docs/pages/${page}`
}
