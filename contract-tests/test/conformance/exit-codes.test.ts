import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { type CommandInput, runCommandLine } from '../../proof/contract-server.ts'
import { recordConsumerTests } from '../contract/consumer-tests.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

const only = ['--only', 'run-ok']

/** Runs the command, and returns its exit code with the exit codes that its output names. */
async function readExitCodes(args: readonly string[], input: CommandInput) {
  const { code, output } = await runCommandLine(args, input)
  return { code, named: Array.from(output.matchAll(/\bexit code (\d+)/g), ([, number]) => Number(number)) }
}

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('the result of a run that %s interrupted names the exit code %i', async (signal, code) => {
  const { config } = await openWorld()
  const input = { config, signal: AbortSignal.abort(signal) }
  expect(await readExitCodes(['run', ...only], input)).toEqual({ code, named: [code] })
  expect(await readExitCodes(['verify', await recordConsumerTests()], input)).toEqual({ code, named: [code] })
})

test('the result of an interrupted run with a failure names the exit code of the signal', async () => {
  const interrupt = new AbortController()
  const { config } = await openWorld((service) => ({
    ...service,
    fetch: async () => {
      interrupt.abort('SIGINT')
      return new Response('{}', { status: 200 })
    },
  }))
  expect(await readExitCodes(['run', ...only], { config, signal: interrupt.signal })).toEqual({ code: 130, named: [130] })
})

test('the result of a run whose reports could not be written names the exit code 7', async () => {
  const folder = await openFolder()
  const reports = join(folder, 'reports')
  const { config } = await openWorld((service) => ({
    ...service,
    fetch: async (request) => {
      await rm(reports, { recursive: true, force: true })
      return service.fetch(request)
    },
  }))
  expect(await readExitCodes(['run', ...only, '--output', reports], { config })).toEqual({ code: 7, named: [7] })
})

test('a comparison of two servers names one exit code, which is the one of the process', async () => {
  const { config } = await openWorld()
  const broken = await openWorld((service) => ({ ...service, fetch: async () => Response.json({}, { status: 500 }) }))
  const file = join(await openFolder(), 'other.yaml')
  await writeFile(file, stringify({ ...config, fixtures: {} }))

  expect(await readExitCodes(['run', ...only, '--against', file], { config })).toEqual({ code: 3, named: [3] })
  expect(await readExitCodes(['run', ...only, '--against', file], { config: broken.config })).toEqual({ code: 1, named: [1] })
})

test('a run with a failure exits with 1, also if a service stopped responding afterwards', async () => {
  const { config } = await openWorld((service) => ({
    ...service,
    fetch: async (request) => {
      if (request.url.includes('/v1/')) throw new TypeError('fetch failed')
      const response = await service.fetch(request)
      return response.status === 200 ? new Response(response.body, { status: 201, headers: response.headers }) : response
    },
  }))
  const checks = ['--only', 'run-ok,man-content']
  expect(await readExitCodes(['run', ...checks], { config })).toEqual({ code: 1, named: [1] })
})
