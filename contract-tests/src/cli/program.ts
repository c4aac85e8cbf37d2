import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { refuseMistakes } from '@wfhost/internal/command-line'
import { formatCompletion, shells } from '@wfhost/internal/completion'
import { version } from '../engine/suite.ts'
import { initCommand } from './init-command.ts'
import { type CommandContext, UsageError } from './io.ts'
import { options } from './options.ts'
import { listCommand, planCommand } from './plan-command.ts'
import { replayCommand } from './replay-command.ts'
import { compareCommand, coverageCommand, exportCommand } from './report-commands.ts'
import { runCommand } from './run-command.ts'
import { schemaCommand } from './schema-command.ts'
import { verifyCommand } from './verify-command.ts'

/** Creates the program with its commands, options and help texts. Each command decides the exit code. */
export function createProgram(io: CommandContext): CommandUnknownOpts {
  const end = (exitCode: number): void => void io.exit.decide(exitCode)
  const { against, exported, format, json, page, reports, yes } = options
  const program = new Command('wfhost-conformance')
    .description('check whether a server conforms to the workflow and tool registry API')
    .usage('COMMAND [options]')
    .version(version, '-v, --version', 'print the version')
    .helpCommand('help [command]', 'show the options of a command')
    .addHelpText(
      'after',
      `\nwfhost-conformance COMMAND --help shows the options of a command.\n${precedenceHelp}\n${exitCodeLines}`,
    )
  const commands = [
    new Command('init')
      .description('ask questions, and the server if it has an address, and write a commented configuration')
      .argument('[file]')
      .addOption(options.baseUrl)
      .addOption(options.registryUrl)
      .addOption(options.product)
      .addOption(yes)
      .addOption(json)
      .action(async (file, flags) => end(await initCommand(file, flags, io))),
    new Command('list')
      .description('list the checks, what each needs, and what it sends')
      .addOption(json)
      .action((flags) => end(listCommand(flags, io))),
    createTargetCommand(
      'plan',
      'show the requests that would be sent to this server, and which checks would not run and why; 3 if the verdict would be INCOMPLETE',
    )
      .addOption(json)
      .action(async (flags) => end(await planCommand(flags, io))),
    createTargetCommand('run', 'run the checks')
      .addOption(json)
      .addOption(reports)
      .addOption(against)
      .action(async (flags) => end(await runCommand(flags, io))),
    createTargetCommand('replay', 'run one check again and show every exchange')
      .argument('<id>', 'the id of the check')
      .addOption(json)
      .action(async (id, flags) => end(await replayCommand(id, flags, io))),
    createTargetCommand('verify', 'send the requests of a contract to a server, and compare the responses with the recorded ones')
      .argument('<contract>', 'a file that the option contract of the reference server wrote, such as wfhost-contract.har')
      .addOption(json)
      .addOption(reports)
      .action(async (file, flags) => end(await verifyCommand(file, flags, io))),
    new Command('compare')
      .description('show the differences between two reports; 1 if there are any')
      .argument('<one>', 'a file report.json')
      .argument('<other>', 'another one')
      .addOption(json)
      .addOption(page)
      .action(async (one, other, flags) => end(await compareCommand([one, other], flags, io))),
    new Command('coverage')
      .description('show what a run tested of each requirement, and what it did not and why')
      .argument('<report>', 'a file report.json')
      .addOption(json)
      .action(async (file, flags) => end(await coverageCommand(file, flags, io))),
    new Command('export')
      .description('print the exchanges of a check as Hurl, HAR or JSON')
      .argument('<report>', 'a file report.json')
      .argument('<id>', 'the id of the check')
      .addOption(format)
      .addOption(json)
      .addOption(exported)
      .action(async (file, id, flags) => end(await exportCommand([file, id], flags, io))),
    new Command('schema')
      .description('print the JSON Schema of configurations, for editors')
      .addOption(options.json)
      .action((flags) => end(schemaCommand(flags, io))),
    new Command('completion')
      .description('print a script that completes the command line in bash, zsh or fish')
      .addArgument(new Argument('<shell>').choices(shells))
      .addOption(options.json)
      .action((shell, { json }) => io.print(formatCompletion(program, { shell, json }))),
  ]
  for (const command of [program, ...commands]) {
    // Commander's texts end with a line feed, and `print` also adds one.
    command.exitOverride().configureOutput({ writeOut: (text) => io.print(text.trimEnd()), writeErr: () => {} })
    refuseMistakes(command, (message) => {
      throw new UsageError(message)
    })
  }
  for (const [group, names] of Object.entries(commandGroups)) {
    const members = commands.filter((command) => names.includes(command.name()))
    for (const command of members) program.addCommand(command.helpGroup(group).addHelpText('after', `\n${exitCodeLines}`))
  }
  return program
}

/** The commands under each title of the help. */
const commandGroups: Readonly<Record<string, readonly string[]>> = {
  'Prepare:': ['init', 'list', 'plan'],
  'Check a server:': ['run', 'replay', 'verify'],
  'Read reports:': ['compare', 'coverage', 'export'],
  'Editors and shells:': ['schema', 'completion'],
}

/** Creates a command with options to choose a server and to permit actions on it. */
function createTargetCommand(name: string, description: string) {
  // Each call adds an option to the type of the command. A loop over the options would lose these types. The help lists the
  // options in this order.
  return new Command(name)
    .description(description)
    .addOption(options.config)
    .addOption(options.baseUrl)
    .addOption(options.registryUrl)
    .addOption(options.product)
    .addOption(options.areas)
    .addOption(options.only)
    .addOption(options.quick)
    .addOption(options.allow)
    .addOption(options.maxRuns)
    .addOption(options.maxExecutions)
    .addOption(options.requestsPerSecond)
    .addOption(options.timeout)
    .addOption(options.caFile)
    .addOption(options.noTrace)
    .addHelpText('after', `\n${precedenceHelp}`)
}

const precedenceHelp = `Options override WFHOST_BASE_URL, WFHOST_REGISTRY_URL and WFHOST_PRODUCT, and these override the file.
Nothing is run, executed, rotated or published on the server unless --allow or the file permits it.`

const exitCodeLines = `Exit codes:
  0    conformant
  1    not conformant
  2    usage or configuration
  3    incomplete
  4    an error in the suite
  5    the baseline of known failures is stale or expired
  6    not reached: no service responds, or another one does
  7    the output could not be written
  129  terminal closed
  130  interrupted by Ctrl-C
  141  output closed by its reader
  143  terminated`
