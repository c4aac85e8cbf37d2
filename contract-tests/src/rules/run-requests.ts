import { runWorkflow } from '../calls.ts'
import type { Target } from '../target/target.ts'
import { control, expectStatus } from './expectations.ts'
import type { RuleTable } from './rule.ts'

export const runRequestRules = {
  'RUN-ENDPOINT': {
    statement: 'POST to the published-run path of a workflow runs it',
    check: runEndpoint,
  },
  'RUN-AUTH': {
    statement: 'the workflow key is accepted as a Bearer token, with the scheme name in any case',
    check: runAuth,
  },
  'RUN-CONTENT-TYPE': {
    statement: 'application/json is accepted, in any case and with parameters',
    check: runContentType,
  },
  'RUN-MALFORMED': {
    statement: 'a body that is not JSON, or not an object, is refused with 400',
    check: runMalformed,
  },
  'RUN-MODE': {
    statement: 'mode may be left out; a mode that is neither sync nor async is refused with 400',
    check: runMode,
  },
} satisfies RuleTable

async function runEndpoint(target: Target): Promise<void> {
  expectStatus(await runWorkflow(target, { workflow: target.fixtures.echo }), 200)
}

async function runAuth(target: Target): Promise<void> {
  const { echo } = target.fixtures
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expectStatus(await runWorkflow(target, { workflow: echo, authorization: `${scheme} ${echo.key}` }), 200)
  }
}

async function runContentType(target: Target): Promise<void> {
  for (const contentType of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    expectStatus(await runWorkflow(target, { workflow: target.fixtures.echo, contentType }), 200)
  }
}

async function runMalformed(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, text: '{"args":[],"mode":"sync"}' }))
  const nearlyJson = [
    '{"args":[],"mode":"sync"',
    '{"args":[],"mode":"sync"}x',
    '{"args":[],"mode":"sync",}',
    "{'args':[],'mode':'sync'}",
    '{args:[],mode:"sync"}',
    '{"args":[],/* all */"mode":"sync"}',
    `{"args":[{"name":${JSON.stringify(workflow.parameters.number)},"value":NaN}],"mode":"sync"}`,
    `{"args":[{"name":${JSON.stringify(workflow.parameters.string)},"value":"two\nlines"}],"mode":"sync"}`,
  ]
  for (const text of [...nearlyJson, 'args=1', '[]', '"text"', 'null', '']) {
    expectStatus(await runWorkflow(target, { workflow, text }), 400)
  }
}

async function runMode(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, mode: 'sync' }))
  const omitted = await runWorkflow(target, { workflow, body: { args: [] } })
  if (omitted.status < 200 || omitted.status > 299) expectStatus(omitted, 200)
  for (const mode of ['later', 'SYNC', 'syncX', 'asynchronous', ' sync', '', 7, 0, false, true, ['sync']]) {
    expectStatus(await runWorkflow(target, { workflow, body: { args: [], mode } }), 400)
  }
}
