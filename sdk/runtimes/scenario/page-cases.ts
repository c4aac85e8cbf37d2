import { type Case, hold, rejection, type Trial } from './scenario.ts'

/** What holds in a page that is not on loopback. */
export const pageCases: readonly Case[] = [{ name: 'page guard', run: guard }]

async function guard({ baseUrl, sdk }: Trial): Promise<void> {
  const options = { baseUrl, apiKey: 'wfk_of_no_page' }
  const error = await rejection(Promise.resolve(options).then(sdk.createWorkflowClient))
  hold(error instanceof sdk.ConfigurationError, `a page gets no client, but ${String(error)}`)
  hold(/whoever opens it could read the key/.test(error.message), `the reason is said, not ${error.message}`)
  sdk.createWorkflowClient({ ...options, allowBrowser: true })
}
