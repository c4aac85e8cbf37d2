import { createRegistryClient, createWorkflowClient, type Manifest } from '../index.ts'
import { argumentsOf } from './arguments-of.ts'
import { type CommandLine, callOptionsOf, requireTarget } from './command-line.ts'
import { transportOf } from './dry-run.ts'
import { EXIT } from './exit-code.ts'
import type { Io } from './io.ts'
import { printTypes } from './print-types.ts'
import { parseJson, readJsonObject } from './read-json.ts'
import { runBatch } from './run-batch.ts'
import { showRun, showValue } from './show.ts'
import { UsageError } from './usage-error.ts'

/** Performs a command and returns its exit code. */
export async function runCommand(line: CommandLine, io: Io): Promise<number> {
  const { values, command } = line
  const transport = transportOf(io, values['dry-run'])
  const options = callOptionsOf(line)
  const print = (value: unknown, shown: string) => io.out(values.json ? `${JSON.stringify(value)}\n` : shown)
  const printManifest = (manifest: Manifest) => {
    print(manifest, showManifest(manifest))
    return EXIT.success
  }
  switch (command) {
    case 'run': {
      const run = await createWorkflowClient(transport).run(
        requireTarget(line, 'the flowId'),
        await argumentsOf(line, io),
        options,
      )
      print(run, showRun(run))
      return run.status === 'success' ? EXIT.success : EXIT.failedRun
    }
    case 'start': {
      const flowId = requireTarget(line, 'the flowId')
      const { runId, raw } = await createWorkflowClient(transport).start(flowId, await argumentsOf(line, io), options)
      print({ runId, raw }, `started ${runId ?? `(no run ID found in ${JSON.stringify(raw)})`}\n`)
      return EXIT.success
    }
    case 'manifest':
      return printManifest(await createRegistryClient(transport).manifest(options))
    case 'org-manifest':
      return printManifest(
        await createRegistryClient(transport).organizationManifest(requireTarget(line, 'the organization'), options),
      )
    case 'execute': {
      const payload =
        values.payload === undefined ? await readJsonObject(values.args ?? '-', io) : parseJson(values.payload, '--payload')
      const execution = await createRegistryClient(transport).execute(payload as object, options)
      print(execution, `${showValue(execution)}\n`)
      return execution.status === 'failed' ? EXIT.failedRun : EXIT.success
    }
    case 'batch':
      return runBatch(line, io)
    case 'types':
      return printTypes(line, io)
    default:
      throw new UsageError(command === undefined ? 'a command is missing' : `there is no command '${command}'`)
  }
}

function showManifest({ executeUrl, toolsets }: Manifest): string {
  const sets = (toolsets ?? []).map(({ name, id, version, tools }) => {
    const names = (tools ?? []).map((tool) => `    ${tool.name ?? '?'}${tool.description ? `  ${tool.description}` : ''}\n`)
    return `  ${name ?? id ?? '?'} ${version ?? ''}\n${names.join('')}`
  })
  return `${sets.length} tool sets, executed at ${executeUrl ?? '?'}\n${sets.join('')}`
}
