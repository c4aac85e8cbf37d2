import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach } from 'vitest'

/** Records the spans of each test, as a program does that has set up OpenTelemetry. */
export function useTracing(): { readonly exporter: InMemorySpanExporter; readonly provider: TracerProvider } {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  beforeEach(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
    trace.setGlobalTracerProvider(provider)
  })
  afterEach(() => {
    exporter.reset()
    context.disable()
    propagation.disable()
    trace.disable()
  })
  return { exporter, provider }
}
