// A key sees the tool sets that are published to its environment. Nothing is published to the sandbox.
import { createRegistryClient, NoPublishedToolsetsError } from '@wfhost/sdk'

const registryUrl = 'http://127.0.0.1:4010'
for (const apiKey of ['thk_desk_default', 'thk_desk_staging', 'thk_desk_sandbox']) {
  const registry = createRegistryClient({ registryUrl, apiKey })
  try {
    const { toolsets = [] } = await registry.manifest()
    console.log(apiKey, 'sees', toolsets.map(({ id, version }) => `${id} ${version}`).join(', '))
  } catch (error) {
    if (!(error instanceof NoPublishedToolsetsError)) throw error
    console.log(apiKey, 'sees no published tool sets')
  }
}

const registry = createRegistryClient({ registryUrl, apiKey: 'thk_desk_default' })
console.log(await registry.execute({ toolset: 'holidays', tool: 'next', arguments: { region: 'eu' } }))
