/** The environment variables that replace options. */
export type Variable =
  | 'WFHOST_BASE_URL'
  | 'WFHOST_API_KEY'
  | 'WFHOST_REGISTRY_URL'
  | 'WFHOST_REGISTRY_KEY'
  | 'WFHOST_PRODUCT'
  | 'WFHOST_LOG'

/** Reads an environment variable. Undefined where there is no environment or no permission to read it. */
export function readVariable(name: Variable): string | undefined {
  try {
    return globalThis.process.env[name] || undefined
  } catch {
    return undefined
  }
}
