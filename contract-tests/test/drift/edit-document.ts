import { isJsonObject, type JsonObject } from '../../../openapi/generate/document.ts'

/** Makes another document of one. */
export type Edit = (document: JsonObject) => JsonObject

/** Gives a value to what a JSON pointer names; its parent must be there. `-` is the end of a list. */
export function set(pointer: string, value: unknown): Edit {
  return editAt(pointer, (parent, name) => {
    if (Array.isArray(parent)) parent.splice(name === '-' ? parent.length : Number(name), name === '-' ? 0 : 1, value)
    else parent[name] = value
  })
}

/** Takes out what a JSON pointer names. */
export function remove(pointer: string): Edit {
  return editAt(pointer, (parent, name) => {
    mustHave(parent, name)
    if (Array.isArray(parent)) parent.splice(Number(name), 1)
    else delete parent[name]
  })
}

export function rename(pointer: string, newName: string): Edit {
  return editAt(pointer, (parent, name) => {
    mustHave(parent, name)
    const entries = Object.entries(parent).map(([key, value]) => [key === name ? newName : key, value] as const)
    for (const key of Object.keys(parent)) Reflect.deleteProperty(parent, key)
    Object.assign(parent, Object.fromEntries(entries))
  })
}

/** One edit after another, where one alone leaves a document that nobody would write. */
export function both(first: Edit, second: Edit): Edit {
  return (document) => second(first(document))
}

type Container = Record<string, unknown> | unknown[]

type Change = (parent: Container, name: string) => void

function editAt(pointer: string, change: Change): Edit {
  return (document) => changed(document, { pointer, change })
}

function changed(document: JsonObject, { change, pointer }: { readonly pointer: string; readonly change: Change }): JsonObject {
  const copy = structuredClone(document)
  const names = pointer.slice(1).split('/').map(unescapeName)
  const name = names.pop() ?? ''
  const parent = names.reduce<unknown>((node, step) => {
    mustHave(node, step)
    return Reflect.get(Object(node), step)
  }, copy)
  if (!isJsonObject(parent) && !Array.isArray(parent)) throw new Error(`Cannot edit ${pointer}: nothing is there`)
  change(parent as Container, name)
  return copy
}

function mustHave(node: unknown, name: string): void {
  if (!Object.hasOwn(Object(node), name)) throw new Error(`Cannot edit the document: there is no ${name}`)
}

function unescapeName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
