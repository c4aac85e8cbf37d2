import type { Diagram } from './draw-diagram.ts'

/** The diagrams of the pages, by the name of their file. */
export const diagrams: Readonly<Record<string, Diagram>> = {
  'at-most-once': {
    description:
      'The client sends a run again after a failed connection, a 429 and a 401 with a new key. After another refusal it reports that nothing ran. After every other failure it reports that the run may have happened.',
    columns: [
      { heading: 'Your call', boxes: [{ title: 'client.run()', text: 'sends one request' }] },
      {
        heading: 'What the client sees',
        boxes: [
          { title: 'A complete response', text: 'success, or a failed run' },
          { title: 'No connection', text: 'nothing was sent' },
          { title: '429, or 401 with a new key', text: 'the service did not run it' },
          { title: 'Another refusal', text: '400, 403, 404, …' },
          { title: 'Anything else', text: 'timeout, reset, 502, …', tone: 'outside' },
        ],
      },
      {
        heading: 'What it does',
        boxes: [
          { title: 'Returns the run', tone: 'good' },
          { title: 'Sends it again', text: 'after Retry-After, or a pause', tone: 'warning' },
          { title: 'Throws an error', text: 'mayHaveRun: false', tone: 'bad' },
          { title: 'Throws an error', text: 'mayHaveRun: true', tone: 'bad' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.0', '1.1'],
      ['0.0', '1.2'],
      ['0.0', '1.3'],
      ['0.0', '1.4'],
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['1.2', '2.1'],
      ['1.3', '2.2'],
      ['1.4', '2.3'],
    ],
  },
  'life-of-a-run': {
    description:
      'A run starts in mode sync or async. A sync request waits for the end. An async request gets a run ID immediately. A run ends with success or as failed.',
    columns: [
      {
        heading: 'Request',
        boxes: [
          { title: 'mode: sync', text: 'client.run()' },
          { title: 'mode: async', text: 'client.start()' },
        ],
      },
      {
        heading: 'Immediately',
        boxes: [
          { title: 'No response yet', text: 'the request waits', tone: 'outside' },
          { title: 'A run ID', text: 'the run continues' },
        ],
      },
      { heading: 'In the service', boxes: [{ title: 'The run', text: 'executes its steps' }] },
      {
        heading: 'At the end',
        boxes: [
          { title: 'success', text: 'a result, and step outputs', tone: 'good' },
          { title: 'failed', text: 'an error with a traceback', tone: 'bad' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ['1.0', '2.0'],
      ['1.1', '2.0'],
      ['2.0', '3.0'],
      ['2.0', '3.1'],
    ],
  },
  world: {
    description: 'Each test has a world of its own, with workflows, keys, tool sets, a journal, faults and a clock.',
    columns: [
      {
        heading: 'Tests',
        boxes: [{ title: 'Test A' }, { title: 'Test B' }],
      },
      {
        heading: 'Worlds',
        boxes: [
          { title: 'World A', text: 'isolated from all others' },
          { title: 'World B', text: 'isolated from all others' },
        ],
      },
      {
        heading: 'Each world has',
        boxes: [
          { title: 'Workflows and keys', text: 'in workspaces' },
          { title: 'Tool sets and credits', text: 'in organizations' },
          { title: 'A journal of requests', text: 'and the reason of each refusal' },
          { title: 'A clock and faults', text: 'which the test controls' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ...['1.0', '1.1'].flatMap((from) => ['2.0', '2.1', '2.2', '2.3'].map((to) => [from, to] as const)),
    ],
  },
  environments: {
    description:
      'A tool set has versions. An environment profile publishes one version. A tool-hosting key belongs to one environment profile and sees only its version.',
    columns: [
      {
        heading: 'Tool set invoices',
        boxes: [
          { title: 'version 1.0.0' },
          { title: 'version 1.1.0' },
          { title: 'version 2.0.0', text: 'not published', tone: 'outside' },
        ],
      },
      {
        heading: 'Environment profiles',
        boxes: [
          { title: 'default', text: 'publishes 1.0.0' },
          { title: 'staging', text: 'publishes 1.1.0' },
        ],
      },
      {
        heading: 'Tool-hosting keys',
        boxes: [{ title: 'key of default' }, { title: 'key of staging' }],
      },
      {
        heading: 'Manifest',
        boxes: [
          { title: 'invoices 1.0.0', tone: 'good' },
          { title: 'invoices 1.1.0', tone: 'good' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['2.0', '3.0'],
      ['2.1', '3.1'],
    ],
  },
  check: {
    description:
      'A check sends a precondition that must succeed, and then the request under test. If the precondition fails, the check is blocked. Otherwise it passes, warns or fails.',
    columns: [
      {
        heading: 'You declare',
        boxes: [
          { title: 'A fixture', text: 'a workflow and its key' },
          { title: 'A permission', text: 'allow: [runs]' },
        ],
      },
      {
        heading: 'The check sends',
        boxes: [
          { title: 'A precondition', text: 'must succeed first' },
          { title: 'The request under test', text: 'such as a wrong key' },
        ],
      },
      {
        heading: 'The result',
        boxes: [
          { title: 'blocked', text: 'nothing can be judged', tone: 'outside' },
          { title: 'passed', text: 'as the document requires', tone: 'good' },
          { title: 'warned', text: 'unusual, but not forbidden', tone: 'warning' },
          { title: 'failed', text: 'with the cause and a command', tone: 'bad' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['1.1', '2.2'],
      ['1.1', '2.3'],
    ],
  },
}
