import { statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { runCommandLine } from '../../proof/contract-server.ts'
import { onResult } from '../../proof/mutants/mutant.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

const only = ['--only', 'run-ok,run-result,run-json-string,key-invalid']

test('each request names the suite with its version, the run and the check, unless trace is off', async () => {
  const seen: (string | null)[][] = []
  const { config } = await openWorld((service) => ({
    ...service,
    fetch: (request) => {
      seen.push(['user-agent', 'x-conformance-check'].map((name) => request.headers.get(name)))
      return service.fetch(request)
    },
  }))
  const { output } = await runCommandLine(['run', '--json', ...only], { config })
  const { checks, run, tool } = JSON.parse(output)
  expect(seen).toContainEqual([`wfhost-conformance/${tool.version}`, `${run}/run-ok`])
  expect(seen.length).toBe(checks.flatMap((check: { readonly exchanges: readonly unknown[] }) => check.exchanges).length)
  expect(new Set(seen.map(([, check]) => check?.split('/')[0]))).toEqual(new Set([run]))
  expect(checks[0].exchanges[0].requestHeaders).toMatchObject({ 'x-conformance-check': `${run}/${checks[0].id}` })
  expect(checks[0].exchanges[0].curl).not.toContain('x-conformance-check')
  seen.length = 0
  await runCommandLine(['run', '--no-trace', ...only], { config })
  expect(seen.some(([agent, check]) => agent?.startsWith('wfhost') || check !== null)).toBe(false)
  const plan = await runCommandLine(['plan', ...only], { config })
  expect(plan.output).toContain(`user-agent: wfhost-conformance/${tool.version}, x-conformance-check: RUN/CHECK (--no-trace`)
  expect(plan.output).toContain('key-invalid.elsewhere: sends a valid key where none belongs')
  expect(plan.output).toContain('run-result.parallel: sends up to 6 concurrent requests')
})

test('compares two targets after a run, and two reports at any time, in the terminal, as JSON and as a page', async () => {
  const good = await openWorld()
  const bad = await openWorld(onResult('success', (body) => ({ ...body, result: null })))
  const folder = await openFolder()
  const against = join(folder, 'other.yaml')
  await writeFile(against, stringify({ ...bad.config, name: 'production' }))
  const reports = join(folder, 'reports')
  const run = await runCommandLine(['run', ...only, '--against', against, '--output', reports], { config: good.config })
  for (const name of ['report.json', 'comparison.json', 'comparison.html', join('against', 'report.json')])
    expect(statSync(join(reports, name)).mode & 0o777).toBe(0o600)
  expect(run.code).toBe(1)
  expect(run.output).toMatch(
    /^run-result: .*\n {2}contract world \(.* UTC\): passed \(200.*\n {2}production \(.*\): failed expected ".*" in the result/m,
  )
  expect(run.output).toMatch(/^[1-4] checks differ, \d+ are alike$/m)
  const [one, other] = [join(reports, 'report.json'), join(reports, 'against', 'report.json')]
  expect(await readFile(join(reports, 'comparison.html'), 'utf8')).toContain('NON-CONFORMANT')
  const page = join(folder, 'page.html')
  const compared = await runCommandLine(['compare', one, other, '--json', '--output', page])
  expect(JSON.parse(compared.output)).toEqual(JSON.parse(await readFile(join(reports, 'comparison.json'), 'utf8')))
  expect(await readFile(page, 'utf8')).toContain('<span class="name">run-result</span>')
  expect(compared.code).toBe(1)
  expect(await runCommandLine(['compare', one, one])).toMatchObject({
    code: 0,
    output: expect.stringContaining('0 checks differ'),
  })
  expect(await runCommandLine(['compare', one, against])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('Cannot read'),
  })
})

test('lists every requirement with its checks and their requests, or with the reason why it is not covered', async () => {
  const { config } = await openWorld()
  const { output } = await runCommandLine(['run', '--json', ...only], { config: { ...config, hooks: {} } })
  const file = join(await openFolder(), 'report.json')
  await writeFile(file, output)
  const coverage = await runCommandLine(['coverage', file])
  expect(coverage.output).toMatch(/^covered {5}RUN-OK .*\n {4}passed run-ok: .*\n {4}sent 1 request: 200$/m)
  expect(coverage.output).toMatch(/^not covered RUN-ERROR .*\n {4}its checks were not selected$/m)
  expect(coverage.output).toMatch(/cannot be seen from outside: /)
  const { output: json } = await runCommandLine(['coverage', file, '--json'])
  expect(JSON.parse(json).map(({ id }: { readonly id: string }) => id)).toEqual(requirements.map(({ id }) => id))
})

test('exports the exchanges and hook calls of a check as Hurl and HAR, with variables for keys', async () => {
  const { config } = await openWorld()
  const file = join(await openFolder(), 'report.json')
  await writeFile(file, (await runCommandLine(['run', '--json', ...only], { config })).output)
  const hurl = await runCommandLine(['export', file, 'run-ok'])
  expect(hurl.output).toContain('authorization: Bearer {{WFHOST_ECHO_KEY}}')
  expect(hurl.output).toContain('# --variable WFHOST_ECHO_KEY="$WFHOST_ECHO_KEY"')
  expect(hurl.output).toMatch(/^POST http.*\/echo\/published-run$[\s\S]*^\{"args".*\}\nHTTP 200$/m)
  const altered = await runCommandLine(['export', file, 'key-invalid', '--format', 'hurl'])
  expect(altered.output).toMatch(/^# --variable WFHOST_ECHO_KEY_2="\$\{WFHOST_ECHO_KEY%\?\}"$/m)
  expect(altered.output).not.toContain('key-echo')
  // Only variables in requests count, not a name that looks like a variable. A name may have any letters.
  const named = (await readFile(file, 'utf8')).replaceAll('WFHOST_ECHO_KEY', 'N_Echo_2').replaceAll('"value', '"$N_value')
  await writeFile(file, named)
  const other = await runCommandLine(['export', file, 'key-invalid', '--format', 'hurl'])
  expect(other.output).toMatch(/^# --variable N_Echo_2_2="\$\{N_Echo_2%\?\}"$/m)
  expect(other.output).toMatch(/^# --variable N_Echo_2_3="\$\(printf %s "\$N_Echo_2" \| .*\)"$/m)
  expect(other.output).not.toContain('{{N_Echo_2}}cho')
  const har = JSON.parse((await runCommandLine(['export', file, 'run-ok', '--format', 'har'])).output)
  expect(har.log).toMatchObject({ version: '1.2', creator: { name: 'wfhost-conformance' } })
  expect(har.log.entries[0]).toMatchObject({
    request: { method: 'POST', postData: { mimeType: 'application/json' } },
    response: { status: 200, content: { text: expect.stringContaining('"success"') } },
  })
  const exported = `${file}.hurl`
  expect((await runCommandLine(['export', file, 'run-ok', '--output', exported])).output).toBe('')
  expect(await readFile(exported, 'utf8')).toContain('HTTP 200')
  const [exchange] = JSON.parse((await runCommandLine(['export', file, 'run-ok', '--json'])).output)
  expect(exchange).toMatchObject({ method: 'POST', status: 200 })
  expect((await runCommandLine(['export', file, 'run-ok', '--json', '--format', 'har'])).code).toBe(2)
  expect(await runCommandLine(['export', file, 'run-okk'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('has no such check'),
  })
})

test('replay and init also print JSON', async () => {
  const { config } = await openWorld()
  const { code, output } = await runCommandLine(['replay', 'run-ok', '--json'], { config })
  expect({ code, checks: JSON.parse(output).checks }).toMatchObject({ code: 0, checks: [{ id: 'run-ok', verdict: 'pass' }] })
  const file = join(await openFolder(), 'target.yaml')
  const { output: written } = await runCommandLine(['init', file, '--json'])
  expect(JSON.parse(written)).toEqual({ file, variables: ['WFHOST_BASE_URL', 'ECHO_KEY'], found: [] })
})

test('a Hurl file marks the hook calls between its requests', async () => {
  const { config } = await openWorld()
  const file = join(await openFolder(), 'report.json')
  const { output } = await runCommandLine(['run', '--json', '--only', 'key-regenerated.new'], { config })
  await writeFile(file, output)
  const hurl = await runCommandLine(['export', file, 'key-regenerated.new'])
  expect(hurl.output).toContain(
    '# hook regenerateKey (echo) with the result REGENERATED_KEY: hurl --to-entry 1 before it, call it, hurl --from-entry 2 after it\n# request 2',
  )
  expect(hurl.output).toContain('authorization: Bearer {{REGENERATED_KEY}}')
})
