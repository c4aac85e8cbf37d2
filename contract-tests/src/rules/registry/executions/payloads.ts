import type { Target } from '../../../target/target.ts'
import { isObject } from '../../expectations.ts'
import { isNamedIn } from '../find-text.ts'

/**
 * Lists variants of a payload that name no tool: one for each of the first three texts with this text changed, and one with
 * all texts changed. No document states which text of a payload names the tool (EXE-PAYLOAD).
 */
export function listUnknownToolPayloads(payload: unknown): unknown[] {
  const texts = new Set<string>()
  replaceTexts(payload, (text) => {
    texts.add(text)
    return text
  })

  const firstTexts = [...texts].slice(0, 3)
  const variants = firstTexts.map((changed) => replaceTexts(payload, (text) => (text === changed ? `${text}-x` : text)))
  return [...variants, replaceTexts(payload, () => 'no-such-name')]
}

/** Creates an execution with a longer text, in its payload and in the expected response. */
export function createOtherExecution<T extends { readonly payload: unknown; readonly expectedText: string }>(
  execution: T,
  suffix: string,
): T {
  const expectedText = execution.expectedText + suffix
  const payload = replaceTexts(execution.payload, (text) => text.replaceAll(execution.expectedText, expectedText))
  return { ...execution, payload, expectedText }
}

/** Returns a copy of a payload in which each text is replaced. */
export function replaceTexts(payload: unknown, replace: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(payload), (_name, value: unknown) => (typeof value === 'string' ? replace(value) : value))
}

/** The names of members, and the value that each of them gets. */
type Members = Readonly<Record<string, unknown>>

/**
 * Returns a copy of a payload with more members in each object of it that names a declared tool set. No document states the form
 * of a payload (EXE-PAYLOAD), so a server may read such a member beside the name. The payload itself stays unchanged. Returns
 * undefined if the payload has no such object.
 */
export function addToNestedCalls(target: Target, payload: unknown, members: Members): unknown {
  if (!isObject(payload)) return undefined

  const changed = mapNestedObjects(payload, (object) =>
    namesDeclaredToolset(target, object) ? { ...object, ...members } : object,
  )
  return JSON.stringify(changed) === JSON.stringify(payload) ? undefined : changed
}

function namesDeclaredToolset({ fixtures }: Target, object: Members): boolean {
  const texts = Object.values(object).filter((value) => typeof value === 'string')
  return fixtures.registry.listed.some(({ toolset }) => isNamedIn(texts, toolset))
}

/** Replaces the objects in an object, at any depth. */
function mapNestedObjects(object: Members, replace: (nested: Members) => Members): Members {
  const entries = Object.entries(object).map(([name, value]) => {
    return [name, isObject(value) ? replace(mapNestedObjects(value, replace)) : value] as const
  })
  return Object.fromEntries(entries)
}
