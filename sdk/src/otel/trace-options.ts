import { type Tracer, trace } from '@opentelemetry/api'

/** Where spans go. */
export interface TraceOptions {
  /** Starts the spans. @default the tracer that the global provider has for this package */
  readonly tracer?: Tracer | undefined
}

/** Finds the tracer late: a client may be made before the provider is. */
export function findTracer({ tracer }: TraceOptions): Tracer {
  return tracer ?? trace.getTracer('@wfhost/sdk')
}
