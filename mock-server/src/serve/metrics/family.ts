/** One value of a metric. */
export interface Sample {
  /** The suffix to the name of the family: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric with all its values. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** Writes metrics in the text format 0.0.4 of Prometheus. */
export function writeFamilies(families: readonly Family[]): string {
  return families.map(writeFamily).join('')
}

function writeFamily({ help, name, samples, type }: Family): string {
  const lines = samples.map(
    ({ labels = {}, suffix = '', value }) => `${name}${suffix}${writeLabels(labels)} ${writeValue(value)}`,
  )
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function writeValue(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
}
