import { Command, Option } from '@commander-js/extra-typings'
import { defaultKeptBytes } from '../core/memory/memory.ts'
import { readAssumption, readBytes, readPort } from './read-options.ts'

export const options = {
  port: new Option('--port <number>', 'the port to listen on; 0 picks a free one').argParser(readPort).default(4010),
  host: new Option('--host <address>', 'the address to listen on').default('127.0.0.1'),
  tlsCert: new Option('--tls-cert <file>', 'serve https with this certificate, in PEM'),
  tlsKey: new Option('--tls-key <file>', 'its key in PEM'),
  assume: new Option(
    '--assume <name=value>',
    'choose differently from the defaults that the command assumptions lists, such as defaultMode=async; may be repeated',
  )
    .argParser(readAssumption)
    .default({}, 'none'),
  json: new Option('--json', 'print JSON'),
  cors: new Option('--cors', 'allow pages of other origins to call the API, but never the control surface'),
  token: new Option(
    '--token <token>',
    'open the control surface under /__mock/ to clients with this token; without one only this machine can use it (WFHOST_MOCK_TOKEN, which stands in no list of processes)',
  ),
  log: new Option('--log <format>', 'the format of the log of failed requests on stderr, one line each')
    .choices(['text', 'json'])
    .default('text'),
  quiet: new Option('--quiet', 'print nothing but errors'),
  serving: new Option('--json', 'print one line of JSON with url, pid, keys and control'),
}

export function createServeCommand(name: string) {
  return new Command(name)
    .description('serves a world of workflows and tool sets')
    .optionsGroup('World')
    .option('--world <file>', 'a world file in YAML or JSON (default: a built-in sample world)')
    .option('--state <file>', 'keep the state across restarts in this file; it contains keys, and only its owner can read it')
    .addOption(
      new Option(
        '--kept-bytes <number>',
        `how many bytes each world may remember of runs, results and requests; the oldest are forgotten first (default: ${defaultKeptBytes})`,
      ).argParser(readBytes),
    )
    .option('--forward <url>', 'send what the world does not have, such as other workflows, to the server at this URL')
    .addOption(options.assume)
    .addOption(
      new Option(
        '--engine <engine>',
        'prism starts the command prism mock instead: the document alone; the header Prefer: code=, example= selects the response',
      )
        .choices(['reference', 'prism'])
        .default('reference'),
    )
    .option('--guard', 'compare every exchange with the document and print what it does not allow')
    .option('--upstream <url>', 'guard the server at this URL instead of serving a world')
    .option('--replay <file>', 'answer as in such a recording, or in the journal.har of a server, instead of serving a world')
    .optionsGroup('Address and access')
    .addOption(options.port)
    .addOption(options.host)
    .addOption(options.tlsCert)
    .addOption(options.tlsKey)
    .option(
      '--public-url <url>',
      'where clients reach the server through a proxy that changes the scheme, the host or the path; for the URLs in manifests',
    )
    .option('--trust-proxy', 'take that URL from X-Forwarded-Proto, -Host, -Port and -Prefix, which the proxy has to set')
    .addOption(options.cors)
    .addOption(options.token)
    .optionsGroup('Output')
    .option('--open', 'open the inspector, a page that shows requests, runs, workflows and faults, in a browser')
    .addOption(options.log)
    .option('--verbose', 'log every request, not only those that failed')
    .addOption(options.quiet)
    .addOption(options.serving)
}

/** What was given on the command line; `out` is that of the command `record`. */
export type ServeValues = ReturnType<ReturnType<typeof createServeCommand>['opts']> & { readonly out?: string }
