import { APIError } from '../index.ts'
import type { CommandName } from './command-line.ts'

/** The message of an error, with the variables of the command in place of the options of the library. */
export function messageOf(error: unknown, command: CommandName | undefined): string {
  const registry = command === 'manifest' || command === 'org-manifest' || command === 'execute'
  const variables: Readonly<Record<string, string>> = {
    baseUrl: 'WFHOST_BASE_URL',
    registryUrl: 'WFHOST_REGISTRY_URL',
    apiKey: registry ? 'WFHOST_REGISTRY_KEY' : 'WFHOST_API_KEY',
    product: 'WFHOST_PRODUCT',
    session: 'WFHOST_CONSOLE_SESSION',
  }
  return (error instanceof Error ? error.message : String(error))
    .replace(/: pass \w+ or set /, ': set ')
    .replace(/^Cannot use (\w+)/, (text, option: string) => (option in variables ? `Cannot use ${variables[option]}` : text))
}

/** An error as JSON. */
export function errorToJson(error: unknown, message: string): object {
  if (!(error instanceof APIError)) return { message }
  return { ...error, name: error.name, message, headers: error.headers && Object.fromEntries(error.headers) }
}
