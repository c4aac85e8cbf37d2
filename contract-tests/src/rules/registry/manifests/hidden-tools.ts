import type { Exchange } from '../../../target/exchange.ts'
import type { ListedTool, Target } from '../../../target/target.ts'
import { verifyEach } from '../../expectations.ts'
import { expectNoToolset, readManifest } from './manifest-contents.ts'

/** Lists the tools of `fixtures.registry` whose tool sets are missing in the manifest of another organization. */
export function listMissingTools(target: Target, exchange: Exchange): readonly ListedTool[] {
  const { listed } = target.fixtures.registry
  const manifest = readManifest(target, exchange, listed)
  return listed.filter(({ toolset }) => !manifest.lists(toolset))
}

interface HiddenTools {
  readonly tools: readonly ListedTool[]
  /** States why a manifest must not list the tools. It follows the name of the tool set in the message. */
  readonly description: string
}

/** Fails the rule if a manifest lists a tool set of one of these tools, which are tools of `fixtures.registry`. */
export async function expectToolsHidden(target: Target, exchange: Exchange, { description, tools }: HiddenTools): Promise<void> {
  const manifest = readManifest(target, exchange, target.fixtures.registry.listed)
  await verifyEach(tools, async ({ toolset }) => expectNoToolset(manifest, toolset, description))
}
