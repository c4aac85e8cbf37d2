// The package has no types of its own.
declare module 'parse-prometheus-text-format' {
  export interface ParsedFamily {
    readonly name: string
    readonly help: string
    readonly type: string
    readonly metrics: readonly unknown[]
  }
  // biome-ignore lint/style/noDefaultExport: it is what the package exports.
  export default function parsePrometheusTextFormat(text: string): readonly ParsedFamily[]
}
