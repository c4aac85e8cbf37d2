import { createClientAnswers, createClientParameters, createClientRequests, recordClient } from './client-checks.ts'
import { examples, generator, operations, register } from './document-checks.ts'
import { createClientAgainstPrism, createPrismAnswers, createPrismRequests } from './prism-checks.ts'
import { createServerAnswers, createServerRequests, recordServer, serverCredentials } from './server-checks.ts'
import type { DriftCheck } from './subject.ts'

/** Every check. What client and server do is recorded once, as no edit of the document changes it. */
export async function createChecks(): Promise<readonly DriftCheck[]> {
  const client = await recordClient()
  return [
    generator,
    operations,
    createClientAnswers(),
    createClientRequests(client),
    await createClientParameters(),
    createClientAgainstPrism(client),
    createServerAnswers(await recordServer()),
    await createServerRequests(),
    serverCredentials,
    createPrismAnswers(),
    createPrismRequests(),
    register,
    examples,
  ]
}
