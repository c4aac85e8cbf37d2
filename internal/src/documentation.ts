/** Where the documentation will be served: the `homepage` of the project. */
export const documentation = 'https://wfhost.github.io/wfhost'

/** The address of the JSON Schema of the configurations of `wfhost-conformance`. */
export function getConformanceSchemaUrl(): string {
  return `${documentation}/wfhost-conformance.schema.json`
}

/** The address of a requirement in the table of requirements. */
export function getRequirementUrl(id: string): string {
  return `${documentation}/reference/requirements.html#${encodeURIComponent(id.toLowerCase())}`
}
