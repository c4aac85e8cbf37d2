import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A real webhook payload, of one edition of GitHub. */
export interface WebhookExample {
  readonly edition: string
  readonly event: string
  readonly payload: unknown
}

/** Every example payload of @octokit/webhooks-examples: of GitHub itself and of each GitHub Enterprise Server. */
export async function readWebhookExamples(): Promise<WebhookExample[]> {
  const main = createRequire(import.meta.url).resolve('@octokit/webhooks-examples')
  const root = dirname(dirname(main))
  const editions = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const examples = await Promise.all(editions.map(({ name }) => readEdition(join(root, name, 'index.json'), name)))
  return examples.flat()
}

async function readEdition(file: string, edition: string): Promise<WebhookExample[]> {
  const events: readonly { readonly name: string; readonly examples: readonly unknown[] }[] = JSON.parse(
    await readFile(file, 'utf8'),
  )
  return events.flatMap(({ examples, name }) => examples.map((payload) => ({ edition, event: name, payload })))
}
