import { containsText } from './leaves.ts'
import { type Naming, namingOf } from './naming.ts'

/** A tool set as the fixtures declare it, as far as a manifest is asked for it. */
interface Declared {
  readonly toolSet: string
  readonly version: string
  readonly tool: string
}

/**
 * Whether a manifest says something of a tool set. No document shows how a manifest is built, so the parts of it are
 * looked at that name this tool set and no other. Where none of these says anything of the kind, all of it is: what
 * belongs to a name may stand elsewhere, at the same position of another list.
 */
export function aboutToolSet(
  manifest: unknown,
  of: { readonly toolSet: string; readonly among: readonly Declared[] },
): AboutToolSet {
  const others = of.among.map(({ toolSet }) => toolSet).filter((name) => name !== of.toolSet)
  const naming = namingOf(manifest, [of.toolSet, ...others])
  const parts = sections(manifest, { name: of.toolSet, others, naming })
  const tools = of.among.map(({ tool }) => tool)
  const ask =
    (kind: 'version' | 'tool', isIn: Naming) =>
    (text: string): boolean => {
      const telling = parts.filter((part) => of.among.some((declared) => isIn(part, declared[kind])))
      return (telling.length === 0 ? [manifest] : telling).some((part) => isIn(part, text))
    }
  return { mentionsVersion: ask('version', containsText), mentionsTool: ask('tool', namingOf(manifest, tools)) }
}

/** What may be asked of the parts of a manifest that are about one tool set. */
interface AboutToolSet {
  readonly mentionsVersion: (version: string) => boolean
  readonly mentionsTool: (tool: string) => boolean
}

/** The largest parts that name one tool set and none of the others. */
function sections(
  value: unknown,
  on: { readonly name: string; readonly others: readonly string[]; readonly naming: Naming },
): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const part = Array.isArray(value) ? child : { [key]: child }
    if (!on.naming(part, on.name)) return []
    return on.others.some((other) => on.naming(part, other)) ? sections(child, on) : [part]
  })
}
