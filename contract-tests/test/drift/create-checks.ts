import { createClientAnswers } from './checks/client-answers.ts'
import { createClientParameters } from './checks/client-parameters.ts'
import { createClientRequests } from './checks/client-requests.ts'
import { generator, operations } from './checks/document.ts'
import { examples } from './checks/examples.ts'
import { createClientAgainstPrism, createPrismAnswers, createPrismRequests } from './checks/prism.ts'
import { register } from './checks/register.ts'
import { createServerAnswers, createServerRequests, serverCredentials } from './checks/server.ts'
import type { DriftCheck } from './drift-check.ts'
import { recordClient } from './record-client.ts'
import { recordServer } from './record-server.ts'

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
