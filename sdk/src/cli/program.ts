import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { refuseMistakes } from '@wfhost/internal/command-line'
import { formatCompletion, shells } from '@wfhost/internal/completion'
import manifest from '../../package.json' with { type: 'json' }
import { UsageError } from './explain-error.ts'
import type { RedactedIo } from './io.ts'
import { options } from './option-values.ts'
import { printToolTypes } from './print-tool-types.ts'
import { executeTool, printManifest, runBatchCommand, runQueue, runWorkflow, startWorkflow } from './run-command.ts'

type OnExit = (exitCode: number) => void

/** Builds the program with its commands and their help. `onExit` receives the exit code of the command that ran. */
export function createProgram(io: RedactedIo, onExit: OnExit): CommandUnknownOpts {
  const program = new Command('wfhost')
    .description('call workflows and tools: one at a time, or a workflow for many inputs')
    .usage('COMMAND [options]')
    .helpCommand('help [command]', 'show the options of a command')
    .version(manifest.version, '-v, --version', 'print the version')
    .addHelpText('after', `\nwfhost COMMAND --help shows the options of a command, with an example.\n${ENVIRONMENT_HELP}`)

  const workflowCommands = createWorkflowCommands(io, onExit).map((command) => command.helpGroup('Workflows:'))
  const registryCommands = createRegistryCommands(io, onExit).map((command) => command.helpGroup('Tool registry:'))

  for (const command of [...workflowCommands, ...registryCommands]) {
    configureOutput(command, io)
    program.addCommand(command.addHelpText('after', ENVIRONMENT_HELP))
  }
  configureOutput(program, io)

  // The completion sends no request, so its help leaves out the environment variables.
  const completion = createCompletionCommand(program, io)
  configureOutput(completion, io)
  program.addCommand(completion)
  return program
}

/** Makes a command print its help through `io`, and throw its errors. The caller redacts and prints them, and chooses the exit code. */
function configureOutput(command: CommandUnknownOpts, io: RedactedIo): void {
  command.exitOverride().configureOutput({ writeOut: io.out, writeErr: () => {} })
  refuseMistakes(command, refuseUsage)
}

function createCompletionCommand(program: CommandUnknownOpts, io: RedactedIo) {
  return new Command('completion')
    .helpGroup('Shells:')
    .description('print a script that completes the command line in bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(shells))
    .addOption(options.json)
    .addHelpText('after', example('source <(wfhost completion bash)'))
    .action((shell, { json }) => io.out(`${formatCompletion(program, { shell, json })}\n`))
}

/** Declares the commands that run workflows. `onExit` receives the exit code of the command that ran. */
function createWorkflowCommands(io: RedactedIo, onExit: OnExit): CommandUnknownOpts[] {
  const run = createArgumentsCommand('run', 'run a workflow and wait for its end')
    .addHelpText('after', example("wfhost run support-triage --arg subject='My invoice is wrong' --arg-json priority=2"))
    .action(async (flow, flags) => onExit(await runWorkflow(flow, flags, io)))

  const start = createArgumentsCommand('start', 'start a workflow and print its run ID')
    .addHelpText('after', example('curl -s https://hooks.example/last | wfhost start support-triage --args -'))
    .action(async (flow, flags) => onExit(await startWorkflow(flow, flags, io)))

  const batch = createBatchCommand().action(async (flow, flags) => onExit(await runBatchCommand(flow, flags, io)))

  return [run, start, batch, createQueueCommand(io, onExit)]
}

/** Declares `wfhost queue`. The program of @wfhost/queue receives everything after that word, also options such as --help. */
function createQueueCommand(io: RedactedIo, onExit: OnExit): CommandUnknownOpts {
  return new Command('queue')
    .description('show and control a batch on several machines; needs @wfhost/queue')
    .argument('[words...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (words) => onExit(await runQueue(words, io)))
}

/** Declares the commands of the tool registry. `onExit` receives the exit code of the command that ran. */
function createRegistryCommands(io: RedactedIo, onExit: OnExit): CommandUnknownOpts[] {
  const manifestCommand = createCommand('manifest', "list the published tool sets of the key's organization")
    .optionsGroup('Request:')
    .option('--org <organization>', 'list those of this organization, as its key or a console session sees them')
    .option('--session-cookie <name>', SESSION_COOKIE_HELP)
    .addHelpText('after', MANIFEST_HELP)
    .action(async (flags) => onExit(await printManifest(flags, io)))

  const executeCommand = createCommand('execute', 'execute a tool')
    .argument('[toolset]', 'the ID of the tool set')
    .argument('[tool]', 'the name of the tool')
    .addOption(options.arg)
    .addOption(options.argJson)
    .addOption(options.args)
    .optionsGroup('Input:')
    .option('--payload <file>', 'the whole payload as a JSON object, instead of names and arguments; - reads standard input')
    .addHelpText('after', EXECUTE_HELP)
    .action(async (toolset, tool, flags) => onExit(await executeTool({ toolset, tool }, flags, io)))

  return [manifestCommand, executeCommand, createTypesCommand(io, onExit)]
}

function createTypesCommand(io: RedactedIo, onExit: OnExit): CommandUnknownOpts {
  return createCommand('types', 'print the types of the tools of a manifest')
    .argument('[file]', 'the manifest, as JSON; - reads standard input (default: the manifest of the registry)')
    .addHelpText('after', example('wfhost types > tools.ts', 'wfhost manifest --json | wfhost types - > tools.ts'))
    .action(async (file, flags) => onExit(await printToolTypes(file, flags, io)))
}

/** Declares a command that sends a request, and prints the response for people or as JSON. */
function createCommand(name: string, description: string) {
  const { dryRun, header, totalTimeout, maxRetries, maxRetryAfter, timeout } = options
  return new Command(name)
    .description(description)
    .addOption(timeout)
    .addOption(totalTimeout)
    .addOption(maxRetries)
    .addOption(maxRetryAfter)
    .addOption(header)
    .addOption(dryRun)
    .addOption(options.json)
    .addOption(options.logFormat)
}

function createArgumentsCommand(name: 'run' | 'start', description: string) {
  const { arg, argJson, args } = options
  return createCommand(name, description).argument('<flow>').addOption(arg).addOption(argJson).addOption(args)
}

/**
 * Declares `wfhost batch` and its options, in the order of the help. The calls are a chain, because each of them adds an option to
 * the type of the command.
 */
function createBatchCommand() {
  return new Command('batch')
    .description('run a workflow for each line of a file')
    .argument('<flow>')
    .addOption(options.input.makeOptionMandatory())
    .addOption(options.format)
    .addOption(options.delimiter)
    .addOption(options.column)
    .addOption(options.output)
    .addOption(options.resume)
    .addOption(options.retryUnknown)
    .addOption(options.concurrency)
    .addOption(options.maxRuns)
    .addOption(options.maxUnknown)
    .addOption(options.timeout)
    .addOption(options.totalTimeout)
    .addOption(options.batchRetries)
    .addOption(options.maxRetryAfter)
    .addOption(options.header)
    .addOption(options.dryRun)
    .addOption(options.progressEvery)
    .addOption(options.json)
    .addOption(options.logFormat)
    .addHelpText('after', BATCH_HELP)
}

/** Refuses a command line that commander accepts and that is a mistake. */
function refuseUsage(message: string): never {
  throw new UsageError(message)
}

function example(...lines: readonly string[]): string {
  return `\n${lines.map((line) => `Example: ${line}\n`).join('')}`
}

const SESSION_COOKIE_HELP =
  'with --org: the name of the cookie that carries WFHOST_CONSOLE_SESSION (default: console_session, which the service does not document)'

const MANIFEST_HELP = `
With --org, WFHOST_CONSOLE_SESSION is sent if it is set, and WFHOST_REGISTRY_KEY otherwise.
${example(
  "wfhost manifest --json | jq '.toolsets[].id'",
  'read -rs WFHOST_CONSOLE_SESSION && export WFHOST_CONSOLE_SESSION && wfhost manifest --org acme',
)}`

const EXECUTE_HELP = example(
  "wfhost execute mail send --arg to=ada@example.org --arg text='Hello'",
  'wfhost execute --payload send.json',
)

const BATCH_HELP = `
Responses that pause or end the batch:
  429            pauses all runs until the stated time
  401, 403, 404  ends the batch, since every input would get the same response
  400            concerns one input, and the others continue

After --max-unknown unknown outcomes in a row, the batch pauses for 5 s. Then a single input probes the service. If its
outcome is unknown, too, another one follows after 20 s and after 60 s. Then the batch ends.

After the first Ctrl-C, nothing more is started, and the batch waits for the runs in progress. The second Ctrl-C abandons
them. After SIGTERM, the batch waits for 8 s.

The output has a line for each input before the input is sent. So --resume sends nothing twice, also after a crash, and
under any other name of the file. An input that was in progress at a crash counts as "may have run". Without --output,
nothing records the runs in progress.

--json prints the summary as the last line of standard output. A batch that ends early exits with the code of its error,
such as 3 after a 401, or with 5 if an input may have run. The exit code of a resumed batch includes inputs that failed or may have run before.
${example(
  'wfhost batch support-triage --input tickets.csv --column priority:number --output done.jsonl --resume',
  "jq -c '.tickets[]' export.json | wfhost batch support-triage --input - > done.jsonl",
)}`

const ENVIRONMENT_HELP = `
Addresses and keys come from the environment, since the list of processes shows the keys of a command line.
  WFHOST_BASE_URL  WFHOST_API_KEY             of the workflow service
  WFHOST_API_KEY_<FLOW>                       of one workflow, such as WFHOST_API_KEY_SUPPORT_TRIAGE
  WFHOST_REGISTRY_URL  WFHOST_REGISTRY_KEY    of the tool registry
  WFHOST_CONSOLE_SESSION                      for manifest --org, instead of the key
  WFHOST_PRODUCT                              the product name in registry paths (default: wfhost)
  WFHOST_LOG                                  off, warn, info or debug; logs go to stderr

Exit codes:
  0    success
  1    the run failed
  2    usage or configuration
  3    refused: 400, 401, 403, 404
  4    rate limited
  5    outcome unknown
  6    not reached: nothing was sent
  7    the output could not be written
  129  terminal closed
  130  interrupted by Ctrl-C
  141  output closed by its reader
  143  terminated`
