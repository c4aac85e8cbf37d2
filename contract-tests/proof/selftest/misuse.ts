import { runCommandLine } from '../contract-server.ts'
import { caseResult, type SelfTest } from '../self-test.ts'

/** Verifies that the command reports wrong use: no misuse ends with exit code 0. */
export const misuse: SelfTest = {
  id: 'misuse',
  statement: 'no misuse of the command ends with exit code 0',
  listCases: () =>
    misuses.map(({ args, code, config, says, what }) => ({
      name: what,
      run: async () => {
        const result = await runCommandLine(args, { config })
        const printed = `${result.output}\n${result.errors}`
        return caseResult(`exit code ${code}`, [
          ...(result.code === code ? [] : [`the exit code is ${result.code} and not ${code}`]),
          ...(says.test(printed) ? [] : [`it says ${printed.slice(0, 300)}`]),
        ])
      },
    })),
}

/** A wrong use of the command, with the expected exit code and message. */
interface Misuse {
  readonly what: string
  readonly args: readonly string[]
  /** The content of the configuration file. @default no file is written */
  readonly config?: unknown
  readonly code: 2 | 3 | 6
  readonly says: RegExp
}

const bomb = `a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\nb: &b [*a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n`
// Nobody listens there.
const baseUrl = 'http://127.0.0.1:1'
const entry = { check: 'run-ok', reason: 'r', owner: 'o', expires: '2999-01-01' }

const misuses: readonly Misuse[] = [
  usage('no command', [], /no command is given/),
  usage('an unknown command', ['rnu'], /unknown command 'rnu' \(Did you mean run\?\)/),
  usage('a command that is a property of every object', ['constructor'], /unknown command 'constructor'/),
  usage('an unknown flag', ['run', '--bass-url', 'x'], /--bass-url/),
  usage('a flag without its value', ['run', '--base-url'], /--base-url/),
  usage('a flag that takes no value', ['list', '--json=yes'], /--json/),
  usage('an unknown operand', ['run', 'run-ok'], /there is one argument too many: 'run-ok'/),
  usage('a configuration without its option', ['run', 'a.yaml'], /too many: 'a.yaml'; did you mean --config a.yaml\?/),
  usage('two files to init', ['init', 'a.yaml', 'b.yaml'], /there is one argument too many: 'b.yaml'; --help/),
  usage('a flag of another command', ['list', '--only', 'run-ok'], /unknown option '--only'/),
  usage(
    'a number that is none',
    ['run', '--base-url', baseUrl, '--max-runs', 'many'],
    /--max-runs .*'many' is invalid. Expected a whole number/,
  ),
  usage('an empty value', ['run', '--base-url', baseUrl, '--product', ''], /the value of --product is empty/),
  usage('an option as a value', ['run', '--base-url', '--json'], /--base-url has no value: the option --json follows/),
  usage('an option twice', ['list', '--json', '--json'], /--json is given twice/),
  usage(
    'a time without a unit that exists',
    ['run', '--base-url', baseUrl, '--timeout', '5 sec'],
    /--timeout .*Expected milliseconds/,
  ),
  usage('a negative number', ['run', '--base-url', baseUrl, '--max-runs=-1'], /Expected a whole number/),
  usage('a pace of nothing', ['run', '--base-url', baseUrl, '--requests-per-second', '0'], /Expected a number above 0/),
  usage('no address', ['run'], /baseUrl: .*give --base-url or WFHOST_BASE_URL/),
  usage('an address that is not a URL', ['run', '--base-url', 'localhost'], /baseUrl/),
  usage('an address that is not of the web', ['run', '--base-url', 'file:///etc'], /baseUrl.*http/),
  usage('an address with a password', ['run', '--base-url', 'https://me:secret@x.test'], /baseUrl.*no user and no password/),
  usage('a file that is not there', ['run', '--config', '/nowhere/target.yaml'], /Cannot read \/nowhere\/target.yaml/),
  usage(
    'an unknown check',
    ['run', '--base-url', baseUrl, '--only', 'run-eror'],
    /there is no check run-eror; did you mean "run-error"\?/,
  ),
  usage('no check', ['run', '--base-url', baseUrl, '--only', ''], /Expected names with commas between them/),
  usage('an unknown check to replay', ['replay', 'nothing', '--base-url', baseUrl], /replay: there is no check nothing/),
  usage('no check to replay', ['replay', '--base-url', baseUrl], /missing required argument 'id'/),
  usage(
    'a folder for reports that is a file',
    ['run', '--base-url', baseUrl, '--output', '/dev/null'],
    /Cannot create the folder \/dev\/null: /,
  ),
  configured('a file that is not YAML', 'fixtures: [', /target.yaml:1: it is not YAML: /),
  configured('a file that is a list', '- a', /expected a mapping/),
  configured('an empty file', '', /expected a mapping/),
  configured('an unknown member', { baseUrl, fixture: {} }, /fixture: unknown name "fixture"; did you mean "fixtures"/),
  configured(
    'an unknown fixture',
    { baseUrl, fixtures: { ecko: {} } },
    /fixtures.ecko: unknown name "ecko"; did you mean "echo"/,
  ),
  configured(
    'a session that is a cookie and a header',
    { baseUrl, fixtures: { organization: { orgId: 'a', key: 'k', sessionCookie: 's=1', sessionHeader: 'S: 1' } } },
    /fixtures.organization: expected sessionCookie or sessionHeader, and not both/,
  ),
  configured('a fixture without its key', { baseUrl, fixtures: { archived: { flowId: 'a' } } }, /fixtures.archived.key/),
  configured(
    'a member that is there twice',
    `baseUrl: ${baseUrl}\nbaseUrl: ${baseUrl}`,
    /target.yaml:2: it is not YAML: the name "baseUrl" is repeated; keep one of them$/,
  ),
  configured('a mapping of too many aliases', bomb, /its aliases expand to too many values/),
  configured(
    'a hook with a member that none has',
    { baseUrl, hooks: { creditBalance: { url: baseUrl, methud: 'GET' } } },
    /hooks.creditBalance.methud: unknown name "methud"/,
  ),
  configured(
    'a variable that is not set',
    { baseUrl, fixtures: { archived: { flowId: 'a', key: '$' + '{NO_SUCH}' } } },
    /fixtures.archived.key: .*NO_SUCH is not set/,
  ),
  configured('an unknown permission', { baseUrl, allow: ['everything'] }, /target.yaml:\d+: allow\[0\]/),
  configured('an unknown area', { baseUrl, areas: ['sync'] }, /areas\[0\]/),
  configured('no area', { baseUrl, areas: [] }, /areas/),
  configured('an unknown claim', { baseUrl, claims: { runId: '/runId' } }, /claims/),
  configured(
    'a hook that does nothing',
    { baseUrl, hooks: { creditBalance: {} } },
    /hooks.creditBalance: expected a request .* or a command/,
  ),
  configured(
    'a known failure without an owner',
    { baseUrl, baseline: [{ ...entry, owner: undefined }] },
    /baseline\[0\].owner: expected a string, found nothing; add it/,
  ),
  configured(
    'a known failure whose expiry is not a date',
    { baseUrl, baseline: [{ ...entry, expires: 'soon' }] },
    /baseline\[0\].expires/,
  ),
  configured(
    'a known failure of no check',
    { baseUrl, baseline: [{ ...entry, check: 'run-okk' }] },
    /baseline\[0\].check: there is no check run-okk; did you mean "run-ok"\?/,
  ),
  configured(
    'a known failure for two reasons',
    { baseUrl, baseline: [entry, entry] },
    /baseline\[1\]\.check: expected each check once, found run-ok again; remove one/,
  ),
  {
    what: 'only an address, at which no server responds',
    args: ['run', '--base-url', baseUrl],
    code: 6,
    says: /The target was not reached: .*; check that it is up, and that baseUrl is its address/,
  },
  {
    what: 'a plan in which nothing would run',
    args: ['plan', '--base-url', baseUrl, '--only', 'run-ok'],
    code: 3,
    says: /0 of 1 checks would run/,
  },
  {
    what: 'the same plan as JSON',
    args: ['plan', '--json', '--base-url', baseUrl, '--only', 'run-ok'],
    code: 3,
    says: /"checks": 0/,
  },
  {
    what: 'a run in which nothing runs',
    args: ['run', '--base-url', baseUrl, '--only', 'run-ok'],
    code: 3,
    says: /fixtures\.echo is not declared/,
  },
]

function usage(what: string, ...[args, says]: readonly [args: readonly string[], says: RegExp]): Misuse {
  return { what, args, code: 2, says }
}

function configured(what: string, ...[config, says]: readonly [config: unknown, says: RegExp]): Misuse {
  return { what, args: ['run'], config, code: 2, says }
}
