import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { run } from '../../test/call-api.ts'
import { createLogger, type LogOptions } from './log.ts'

function now(): Date {
  return new Date(2026, 0, 2, 3, 4, 5)
}

/** The lines of a log for a request with a body that is too large. */
async function linesFor(path: string, options: Pick<LogOptions, 'format' | 'verbose'>): Promise<string[]> {
  const lines: string[] = []
  const log = createLogger({ ...options, now, write: (line) => lines.push(line) })
  const server = await listen(async () => new Response(), { limits: { bodyBytes: 10 }, onRefusal: log.logRefusal })
  await fetch(server.url + path, { method: 'POST', body: 'x'.repeat(100) })
  await server.close()
  return lines
}

test('logs a body that is too large with its operation, as any other refusal', async () => {
  const path = '/api/v2/external/flows/echo/published-run'
  expect(await linesFor(`${path}?token=secret`, { format: 'text', verbose: false })).toEqual([
    `03:04:05 413 POST ${path} runPublishedWorkflow: The body is too large`,
  ])
  expect(await linesFor('/worlds/mine/v1/public/wfhost/execute', { format: 'text', verbose: true })).toEqual([
    expect.stringMatching(
      /^03:04:05 413 POST \/worlds\/mine\/v1\/public\/wfhost\/execute executeTool in \d+ ms: The body is too large$/,
    ),
  ])
  const [line = ''] = await linesFor('/v1/public/wfhost/execute', { format: 'json', verbose: true })
  expect(JSON.parse(line)).toEqual({
    time: now().toISOString(),
    level: 'info',
    status: 413,
    method: 'POST',
    path: '/v1/public/wfhost/execute',
    operation: 'executeTool',
    reason: 'The body is too large',
    durationMs: expect.any(Number),
  })
})

test('logs a refusal of a path that the document does not have, and one without a head', async () => {
  expect(await linesFor('/elsewhere', { format: 'text', verbose: false })).toEqual([
    '03:04:05 413 POST /elsewhere: The body is too large',
  ])
  const lines: string[] = []
  createLogger({ format: 'text', verbose: true, now, write: (line) => lines.push(line) }).logRefusal({
    status: undefined,
    reason: 'There are too many connections',
  })
  expect(lines).toEqual(['03:04:05 no response: There are too many connections'])
})

test('a verbose log shows the checks of a refused run up to the one that refused it', async () => {
  const lines: string[] = []
  const log = createLogger({ format: 'text', verbose: true, now, write: (line) => lines.push(line) })
  const service = createMockService(createSampleWorld(), { onExchange: () => (exchange) => log.logExchange(exchange) })
  await run(service, { flowId: 'draft', key: sampleKeys.workflows.echo })
  await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 'a' } })

  expect(lines[0]).toMatch(/; ✓ Key known ✓ Within limit ✕ Published$/)
  expect(lines[1]).not.toContain('✓')
})
