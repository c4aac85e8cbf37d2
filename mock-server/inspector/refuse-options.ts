import { findUnknownNames } from '@wfhost/internal/messages'
import type { InspectorOptions } from './public/inspector.d.ts'

const optionNames: Readonly<Record<keyof InspectorOptions, true>> = { fetch: true, url: true, token: true, hash: true }

/** Refuses options that TypeScript would refuse. A misspelt `url` would show another server. */
export function refuseUnknownOptions(options: InspectorOptions): void {
  const [unknown] = findUnknownNames(options, (name) => Object.hasOwn(optionNames, name))
  if (unknown === undefined) return

  const names = Object.keys(optionNames).join(', ')
  throw new TypeError(`Cannot mount the inspector: unknown name "${unknown}". Use ${names}`)
}
