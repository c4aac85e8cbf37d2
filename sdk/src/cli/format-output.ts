import type { Manifest, Run } from '../index.ts'

/** Formats a run for a person. */
export function formatRun(run: Run): string {
  const steps = Object.entries(run.stepOutputs).map(([id, step]) => {
    const why = step.status === 'failed' ? `  ${step.error.name}: ${step.error.value}` : ''
    return `  ${step.status === 'success' ? '✓' : '✗'} ${id}${why}\n`
  })
  const ending =
    run.status === 'success' ? formatValue(run.result) : `${run.error.name}: ${run.error.value}\n\n${run.error.traceback}`
  return `${run.status}\n${steps.join('')}\n${ending}\n`
}

/** Formats a manifest for a person. Its fields are not documented (MAN-BODY): one without tool sets is shown as it is. */
export function formatManifest(manifest: Manifest): string {
  const { executeUrl, toolsets } = manifest
  if (toolsets === undefined) return `${formatValue(manifest)}\n`
  const sets = toolsets.map(({ name, id, version, tools = [] }) => {
    const names = tools.map((tool) => `    ${tool.name ?? '?'}${tool.description ? `  ${tool.description}` : ''}\n`)
    return `  ${name ?? id ?? '?'} ${version ?? ''}\n${names.join('')}`
  })
  const count = `${toolsets.length} ${toolsets.length === 1 ? 'tool set' : 'tool sets'}`
  return `${count}, executed at ${executeUrl ?? '?'}\n${sets.join('')}`
}

/** Formats any JSON for a person. */
export function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
