import type { MockService } from '@wfhost/mock-server'
import { createMockService } from '@wfhost/mock-server'
import { contractFixtures, createContractWorld } from '../../src/local/contract-world.ts'
import { formatProgress } from '../../src/reports/format-progress.ts'
import { formatTerminal } from '../../src/reports/format-terminal.ts'
import { reportFormats } from '../../src/reports/report-formats.ts'
import { echoForms, echoPlaces } from './canaries/hostile-echo.ts'
import { withholdCases } from './canaries/withhold-report.ts'
import { checkService, describeService } from './check-service.ts'
import { type CaseResult, caseResult, type SelfTest } from './self-test.ts'

// With characters that every form writes in another way, and with no word in them that a report may say.
const secrets = {
  CANARY: 'qZ7+vK2/xW9=jR4"nT6&hB1<mD8>',
  HOST: 'uY3xPq0LgE5sVc8wFzA1',
  FAILING: '9dJfXb2kQmRt7HnWy4Ze',
}
const { echo: echoing, failing, registry } = contractFixtures
const fixtures = {
  ...contractFixtures,
  echo: { ...echoing, key: secrets.CANARY },
  failing: { ...failing, key: secrets.FAILING },
  registry: { ...registry, key: secrets.HOST },
}

// What is known of these comes into reports by messages, bodies, headers and observations.
const checks = [
  'run-endpoint',
  'run-error',
  'run-result',
  'run-arg-value',
  'key-invalid',
  'host-401',
  'man-content',
  'run-record',
]

/** A server that sends back the keys that it gets, in every form and at every place, gets them into no output. */
export const canaries: SelfTest = {
  id: 'canaries',
  statement: 'no output shows a key that a hostile server sends back',
  listCases: (main) => [
    ...echoPlaces.flatMap((place) =>
      echoForms.map((form) => ({
        name: `${form.name} ${place.name}`,
        run: () => searchOutputs((key) => place.echo(form.write(key)), form.write),
      })),
    ),
    ...withholdCases(main),
  ],
}

async function searchOutputs(echo: (key: string) => Response, write: (key: string) => string): Promise<CaseResult> {
  const service = hostile(echo)
  const { report } = await checkService(service, { ...describeService(service), fixtures, secrets, only: checks })
  const outputs = [
    ...Object.entries(reportFormats).map(([name, { format }]) => ({ name, text: format(report) })),
    { name: 'terminal in colour', text: formatTerminal(report, { colour: true }) },
    { name: 'progress', text: report.checks.map((check) => formatProgress(check, { colour: true })).join('\n') },
  ]
  const shown = outputs.flatMap(({ name, text }) => {
    const forms = Object.values(secrets).flatMap((key) => [key, write(key)])
    // Less than the whole is too much as well: half of a key is half of the work.
    const parts = forms.flatMap((form) => [form, form.slice(0, form.length / 2), form.slice(form.length / 2)])
    return parts.filter((part) => part.length >= 6 && text.includes(part)).map((part) => `${name} shows ${part}`)
  })
  const echoed = JSON.stringify(report).includes('$CANARY') ? [] : ['the key was never sent back, so nothing is shown']
  return caseResult('shown nowhere', [...echoed, ...shown])
}

function hostile(echo: (key: string) => Response): MockService {
  const service = createMockService(createContractWorld())
  return { ...service, fetch: async (request) => echo((request.headers.get('authorization') ?? '').replace(/^\S+ +/, '')) }
}
