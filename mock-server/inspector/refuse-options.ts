import { findUnknownNames } from '@wfhost/internal/messages'
import { describeType, describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import type { InspectorOptions } from './public/inspector.d.ts'

interface OptionType {
  /** As `typeof` returns it. */
  readonly type: 'boolean' | 'function' | 'string'
  /** The type in words. */
  readonly what: string
}

const optionTypes: Readonly<Record<keyof InspectorOptions, OptionType>> = {
  fetch: { type: 'function', what: 'a function' },
  url: { type: 'string', what: 'a string' },
  token: { type: 'string', what: 'a string' },
  hash: { type: 'boolean', what: 'true or false' },
}

/** Refuses options that TypeScript would refuse. A misspelt `url` would show another server. */
export function refuseWrongOptions(options: InspectorOptions): void {
  if (typeof options !== 'object' || options === null)
    refuse(`expected an object with options, found ${describeValue(options, withoutSecrets)}`)

  const [unknown] = findUnknownNames(options, (name) => Object.hasOwn(optionTypes, name))
  if (unknown !== undefined) refuse(`unknown name "${unknown}". Use ${Object.keys(optionTypes).join(', ')}`)

  for (const [name, { type, what }] of Object.entries(optionTypes)) {
    const value: unknown = Reflect.get(options, name)
    // The token is a secret, so the message names only the type of the value.
    if (value !== undefined && typeof value !== type) refuse(`${name}: expected ${what}, found ${describeType(value)}`)
  }
}

/** Refuses what is not an element of a page, such as the null of a selector that matches none. */
export function refuseWrongElement(element: unknown): void {
  if (typeof Object(element).append === 'function') return

  const remedy =
    typeof element === 'string'
      ? 'pass document.querySelector of it'
      : 'call it when the page has the element, and check its selector'
  refuse(`expected an element of the page, found ${describeValue(element, withoutSecrets)}; ${remedy}`)
}

function refuse(reason: string): never {
  throw new TypeError(`Cannot mount the inspector: ${reason}`)
}
