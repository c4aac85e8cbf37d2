import assert from 'node:assert/strict'
import type { Step } from '../tour.ts'

export const manifest: Step = {
  title: "The manifest lists what the key's organization published to its environment",
  requirement: 'MAN-CONTENT',
  run: async ({ registry }) => {
    const { executeUrl, toolsets = [] } = await registry.manifest()
    assert.ok(toolsets.length > 0)
    return `${toolsets.map(({ id, version }) => `${id} ${version}`).join(', ')}; execute at ${executeUrl}`
  },
}
