import { Command, Option } from '@commander-js/extra-typings'
import { inHelpGroup } from '@wfhost/internal/command-line'
import { defaultMaxBytes } from '../core/memory/memory.ts'
import { readAssumption, readBytes, readPort } from './read-options.ts'

export const sharedOptions = {
  ...inHelpGroup('World:', {
    maxBytes: new Option(
      '--max-bytes <number>',
      `how many bytes each world may remember of runs, results and requests; the oldest are forgotten first (default: ${defaultMaxBytes})`,
    ).argParser(readBytes),
    engine: new Option(
      '--engine <engine>',
      'prism starts the command prism mock instead: the document alone; the header Prefer: code=, example= selects the response',
    )
      .choices(['reference', 'prism'])
      .default('reference'),
    assume: new Option(
      '--assume <name=value>',
      'choose differently from the defaults that the command assumptions lists, such as defaultMode=async; may be repeated',
    )
      .argParser(readAssumption)
      .default({}, 'none'),
  }),
  ...inHelpGroup('Address and access:', {
    publicUrl: new Option(
      '--public-url <url>',
      'where clients reach the server through a proxy that changes the scheme, the host or the path; for the URLs in manifests',
    ),
    port: new Option('--port <number>', 'the port to listen on; 0 picks a free one').argParser(readPort).default(4010),
    host: new Option('--host <address>', 'the address to listen on').default('127.0.0.1'),
    tlsCert: new Option('--tls-cert <file>', 'serve https with this certificate, in PEM'),
    tlsKey: new Option('--tls-key <file>', 'its key in PEM'),
    cors: new Option('--cors', 'allow pages of other origins to call the API, but never the control surface'),
    token: new Option(
      '--token <token>',
      'open the control surface under /__mock/ to clients with this token. Without a token, only this machine can use it. WFHOST_MOCK_TOKEN keeps the token out of the list of processes',
    ),
  }),
  ...inHelpGroup('Output:', {
    json: new Option('--json', 'print JSON'),
    logFormat: new Option('--log-format <format>', 'the format of the log of failed requests on stderr, one line each')
      .choices(['text', 'json'])
      .default('text'),
    quiet: new Option('--quiet', 'print nothing but errors'),
    jsonLine: new Option('--json', 'print one line of JSON with url, pid, keys and control'),
  }),
}

/** Creates a command that serves a world. Its help shows the options in groups, in this order. */
export function createServeCommand(name: string) {
  return new Command(name)
    .description('serve a world of workflows and tool sets')
    .optionsGroup('World:')
    .option('--world <file>', 'a world file in YAML or JSON (default: a built-in sample world)')
    .option('--state <file>', 'keep the state across restarts in this file; it contains keys, and only its owner can read it')
    .addOption(sharedOptions.maxBytes)
    .option('--forward <url>', 'send what the world does not have, such as other workflows, to the server at this URL')
    .addOption(sharedOptions.assume)
    .addOption(sharedOptions.engine)
    .optionsGroup('Address and access:')
    .addOption(sharedOptions.port)
    .addOption(sharedOptions.host)
    .addOption(sharedOptions.tlsCert)
    .addOption(sharedOptions.tlsKey)
    .addOption(sharedOptions.publicUrl)
    .option('--trust-proxy', 'take the public URL from X-Forwarded-Proto, -Host, -Port and -Prefix, which the proxy has to set')
    .addOption(sharedOptions.cors)
    .addOption(sharedOptions.token)
    .optionsGroup('Output:')
    .option('--open', 'open the inspector, a page that shows requests, runs, workflows and faults, in a browser')
    .addOption(sharedOptions.logFormat)
    .option('--verbose', 'log every request, not only those that failed')
    .option(
      '--contract <file>',
      'write each distinct request with its response to this HTTP Archive, without keys; wfhost-conformance verify compares a server with it',
    )
    .addOption(sharedOptions.quiet)
    .addOption(sharedOptions.jsonLine)
}

/** Creates the command of a guard in front of a world or of another server. */
export function createGuardCommand() {
  return createServeCommand('guard')
    .description('compare every exchange with the API document and print what it does not allow')
    .optionsGroup('World:')
    .option('--upstream <url>', 'guard the server at this URL instead of a world')
}

/** Creates a command that serves something other than a world at an address. */
function createAddressCommand(name: string) {
  return new Command(name)
    .addOption(sharedOptions.port)
    .addOption(sharedOptions.host)
    .addOption(sharedOptions.tlsCert)
    .addOption(sharedOptions.tlsKey)
    .addOption(sharedOptions.cors)
    .addOption(sharedOptions.logFormat)
    .addOption(sharedOptions.quiet)
    .addOption(sharedOptions.jsonLine)
}

export function createRecordCommand() {
  return createAddressCommand('record')
    .description('pass requests to a server and keep the exchanges as an HTTP Archive, without keys, for replay')
    .optionsGroup('Address and access:')
    .requiredOption('--upstream <url>', 'the URL of the server')
    .optionsGroup('Output:')
    .requiredOption(
      '--output <file>',
      'the file to write, such as recorded.har; each exchange is written before its response is sent',
    )
}

export function createReplayCommand() {
  return createAddressCommand('replay')
    .description('respond as in a recording, or as in the journal.har of a server')
    .argument('<recording>', 'such as recorded.har')
}

/** The world that a command serves. */
export type ServeMode =
  | { readonly kind: 'world' }
  | { readonly kind: 'guard'; readonly upstream: string | undefined }
  | { readonly kind: 'record'; readonly upstream: string; readonly output: string }
  | { readonly kind: 'replay'; readonly recording: string }

type AllOptions = ReturnType<ReturnType<typeof createServeCommand>['opts']>

/** The options of the serving commands. Commands without a world have no options of a world. */
export type ServeOptions = Omit<AllOptions, 'assume' | 'engine'> & Partial<Pick<AllOptions, 'assume' | 'engine'>>
