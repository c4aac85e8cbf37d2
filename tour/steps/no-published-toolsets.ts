import assert from 'node:assert/strict'
import { sampleKeys } from '@wfhost/mock-server'
import { NoPublishedToolsetsError } from '@wfhost/sdk'
import type { Step } from '../tour.ts'

export const noPublishedToolsets: Step = {
  title: 'An environment without published tool sets has no manifest',
  requirement: 'MAN-EMPTY',
  run: async ({ registryWithKey }) => {
    const error: unknown = await registryWithKey(sampleKeys.emptyEnvironment)
      .manifest()
      .then(undefined, (cause: unknown) => cause)
    assert.ok(error instanceof NoPublishedToolsetsError)
    return `${error.name}: ${error.message}`
  },
}
