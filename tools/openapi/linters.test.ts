import { spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { document } from '@wfhost/openapi'
import { expect, test } from 'vitest'

const file = fileURLToPath(new URL('../../openapi/openapi.yaml', import.meta.url))

test('Redocly finds nothing by its rules recommended-strict', () => {
  const { output, status } = lintWithRedocly(file)
  expect(output).toContain('is valid')
  expect(output).not.toMatch(/warning|error/i)
  expect(status).toBe(0)
})

test('Redocly finds a path that no parameter describes, so it did look', async () => {
  const spoilt = join(await mkdtemp(join(tmpdir(), 'wfhost-')), 'spoilt.json')
  const text = JSON.stringify(document).replace('/v1/public/{product}/execute', '/v1/public/{products}/execute')
  await writeFile(spoilt, text)
  const { output, status } = lintWithRedocly(spoilt)
  expect(output).toContain('path-parameters-defined')
  expect(status).toBe(1)
})

test('Spectral finds nothing by its rules for OpenAPI', async () => {
  expect(await lintWithSpectral(document)).toEqual([])
})

test('Spectral finds an operation without an operationId, so it did look', async () => {
  const spoilt: unknown = JSON.parse(JSON.stringify(document).replace('"operationId":"executeTool",', ''))
  expect(await lintWithSpectral(spoilt)).toContain('operation-operationId')
})

function lintWithRedocly(path: string): { readonly status: number | null; readonly output: string } {
  const command = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
  // It would ask its maker for news.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = [command, 'lint', '--extends=recommended-strict', path]
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

async function lintWithSpectral(value: unknown): Promise<(string | number)[]> {
  const spectral = new Spectral()
  // The rules are declared looser than Spectral takes them.
  spectral.setRuleset(oas as RulesetDefinition)
  const findings = await spectral.run(JSON.stringify(value))
  return findings.map(({ code }) => code)
}
