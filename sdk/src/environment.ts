/** The variables that stand in for options. */
export type Variable =
  | 'WFHOST_BASE_URL'
  | 'WFHOST_API_KEY'
  | 'WFHOST_REGISTRY_URL'
  | 'WFHOST_REGISTRY_KEY'
  | 'WFHOST_PRODUCT'
  | 'WFHOST_LOG'

/** Reads a variable at the time of the call. Where there is no environment, or it may not be read, there is none. */
export function readVariable(name: Variable): string | undefined {
  try {
    return globalThis.process.env[name] || undefined
  } catch {
    return undefined
  }
}
