import type { HostSizes } from '../../host/create-mock-host.ts'
import { createCounter } from './counter.ts'
import type { Family } from './family.ts'
import { createHistogram } from './histogram.ts'

/** What is counted of an exchange. */
export interface CountedAnswer {
  readonly operation: string | undefined
  readonly status: number | undefined
  readonly faults: readonly string[]
  readonly seconds: number
}

/** The metrics of a server. */
export interface Metrics {
  answered(answer: CountedAnswer): void
  /** Counts a request that was refused before a service handled it. */
  refused(status: number | undefined): void
  /** All metrics, with the sizes of the host if they are known. */
  families(sizes: HostSizes | undefined): readonly Family[]
}

/**
 * Creates metrics that start at zero. No label contains what a client sent, so each has few values: the operations are
 * those of the document, or `none`.
 */
export function createMetrics(): Metrics {
  const requests = createCounter('wfhost_mock_requests_total', 'Requests to the API by operation and status of the answer.')
  const durations = createHistogram('wfhost_mock_request_duration_seconds', {
    help: 'How long answers took, by the clock of the machine.',
    label: 'operation',
  })
  const faults = createCounter('wfhost_mock_faults_total', 'Faults that met a request, by kind.')
  const refusals = createCounter(
    'wfhost_mock_refused_requests_total',
    'Requests refused before they reached a service, by status.',
  )
  return {
    answered: (answer) => {
      const operation = answer.operation ?? 'none'
      requests.add({ operation, status: String(answer.status ?? 'none') })
      durations.observe(operation, answer.seconds)
      for (const kind of answer.faults) faults.add({ kind })
    },
    refused: (status) => refusals.add({ status: String(status ?? 'none') }),
    families: (sizes) => [
      requests.family(),
      durations.family(),
      faults.family(),
      refusals.family(),
      ...(sizes === undefined ? [] : sizeFamilies(sizes)),
      ...processFamilies(),
    ],
  }
}

function sizeFamilies({ journalEntries, runs, worlds }: HostSizes): Family[] {
  return [
    gauge('wfhost_mock_worlds', { help: 'Worlds below /worlds/.', value: worlds }),
    gauge('wfhost_mock_runs', { help: 'Runs that are remembered, in all worlds.', value: runs }),
    gauge('wfhost_mock_journal_entries', { help: 'Exchanges in the journals of all worlds.', value: journalEntries }),
  ]
}

/** The names are those of the Prometheus client libraries. */
function processFamilies(): Family[] {
  const { heapUsed, rss } = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  return [
    gauge('process_resident_memory_bytes', { help: 'Resident memory size in bytes.', value: rss }),
    gauge('nodejs_heap_size_used_bytes', { help: 'Process heap size used from Node.js in bytes.', value: heapUsed }),
    gauge('process_start_time_seconds', {
      help: 'Start time of the process since unix epoch in seconds.',
      value: Math.round(performance.timeOrigin / 1000),
    }),
    {
      name: 'process_cpu_seconds_total',
      help: 'Total user and system CPU time spent in seconds.',
      type: 'counter',
      samples: [{ value: (system + user) / 1e6 }],
    },
  ]
}

function gauge(name: string, { help, value }: { readonly help: string; readonly value: number }): Family {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
