import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { inHelpGroup, readDuration } from '@wfhost/internal/command-line'
import { MAX_UNKNOWN } from '../batch/gate.ts'
import { MAX_RETRIES } from '../batch/run-input.ts'
import { CONCURRENCY } from '../batch/run-many.ts'
import { MAX_RETRY_AFTER } from '../client/settings.ts'
import { PROGRESS_EVERY } from './progress.ts'
import { toColumn, toDelimiter } from './read-inputs.ts'

type Pair = readonly [name: string, value: string]

/** The options of all commands: the name, the description, and the parser of each. */
export const options = {
  ...inHelpGroup('Time and retries:', {
    timeout: new Option('--timeout <time>', 'for one attempt; 90s, or milliseconds')
      .argParser(toDuration)
      .default(600_000, '10m'),
    totalTimeout: new Option('--total-timeout <time>', 'for all of it').argParser(toDuration).default(Infinity, 'none'),
    maxRetries: new Option('--max-retries <n>', 'where a retry is safe').argParser(toWhole).default(2),
    maxRetryAfter: new Option('--max-retry-after <time>', 'the longest wait after a 429')
      .argParser(toDuration)
      .default(MAX_RETRY_AFTER, `${MAX_RETRY_AFTER / 1000}s`),
    batchRetries: new Option('--max-retries <n>', 'for an input that certainly did not run')
      .argParser(toWhole)
      .default(MAX_RETRIES),
  }),
  ...inHelpGroup('Request:', {
    header: new Option('--header <name:value>', 'an additional header; may be repeated').argParser(toHeaders),
    dryRun: new Option('--dry-run', 'show the request, with the key hidden, and exit'),
  }),
  ...inHelpGroup('Output:', {
    json: new Option('--json', 'print JSON'),
    logFormat: new Option('--log-format <format>', 'the format of the log on stderr, which WFHOST_LOG turns on')
      .choices(['text', 'json'] as const)
      .default('text' as const),
    output: new Option('--output <file>', 'where to write JSONL, a line before and after each run (default: standard output)'),
    resume: new Option('--resume', 'skip the inputs that, according to the output file, have run or may have run'),
    retryUnknown: new Option(
      '--retry-unknown',
      'with --resume: send again what may have run; use it only if a second run does no harm',
    ),
    progressEvery: new Option('--progress-every <n>', 'without a terminal, a line of progress every so many runs')
      .argParser(toCount)
      .default(PROGRESS_EVERY),
  }),
  ...inHelpGroup('Input:', {
    arg: new Option('--arg <name=value>', 'an argument that is a string; may be repeated').argParser(toPairs('=')),
    argJson: new Option('--arg-json <name=json>', 'an argument of any type; may be repeated').argParser(toPairs('=')),
    args: new Option('--args <file>', 'all arguments, as a JSON object; - reads standard input; --arg overrides them'),
    input: new Option(
      '--input <file>',
      'JSONL with a JSON object of arguments on each line, or CSV with a header line; - reads standard input',
    ),
    format: new Option(
      '--format <format>',
      'the input format (default: csv for a name that ends in .csv or .tsv, else jsonl)',
    ).choices(['jsonl', 'csv'] as const),
    delimiter: new Option(
      '--delimiter <character>',
      'the separator of CSV, or the word tab (default: a comma, or a tab for .tsv)',
    ).argParser(toDelimiter),
    column: new Option(
      '--column <name:type>',
      'the type of a CSV column: number, boolean or json; its empty fields are left out; may be repeated (default: string)',
    ).argParser((text, before: readonly ReturnType<typeof toColumn>[] = []) => [...before, toColumn(text)]),
  }),
  ...inHelpGroup('Pace and limits:', {
    concurrency: new Option('--concurrency <n>', 'runs at the same time').argParser(toCount).default(CONCURRENCY),
    maxRuns: new Option('--max-runs <n>', 'start at most so many runs').argParser(toWhole).default(Infinity, 'no limit'),
    maxUnknown: new Option('--max-unknown <n>', 'unknown outcomes in a row after which the batch pauses, and ends in the end')
      .argParser(toCount)
      .default(MAX_UNKNOWN),
  }),
} as const

/** Reads a duration such as `90s`, or milliseconds, and returns milliseconds. */
export function toDuration(text: string): number {
  const milliseconds = readDuration(text)
  if (milliseconds !== undefined) return milliseconds
  throw new InvalidArgumentError('Expected milliseconds, or a number with ms, s, m or h such as 90s')
}

function toWhole(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 0')
}

function toCount(text: string): number {
  if (/^\d*[1-9]\d*$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 1')
}

const toHeaderPairs = toPairs(':')

/** Reads a header. The name must be a token (RFC 9110, section 5.6.2), because fetch refuses any other name in words of its own. */
function toHeaders(text: string, earlierPairs: readonly Pair[] = []): readonly Pair[] {
  const pairs = toHeaderPairs(text, earlierPairs)
  const isToken = /^[\w!#$%&'*+.^`|~-]+$/.test(pairs.at(-1)?.[0] ?? '')
  if (isToken) return pairs
  throw new InvalidArgumentError('Expected a name of letters, digits and hyphens before the colon')
}

/**
 * Creates the parser of an option such as `--arg <name=value>`. Commander calls it for each occurrence of the option, with the pairs
 * of the earlier ones.
 */
function toPairs(separator: '=' | ':') {
  return (text: string, earlierPairs: readonly Pair[] = []): readonly Pair[] => {
    const nameLength = text.indexOf(separator)
    if (nameLength < 1) throw new InvalidArgumentError(`Expected name${separator}value`)

    // Node replaces bytes that are not UTF-8 by this character. A terminal in Latin-1 sends such bytes.
    if (text.includes('\ufffd')) throw new InvalidArgumentError('Expected UTF-8; --args FILE passes U+FFFD itself')

    const value = text.slice(nameLength + 1)
    const pair: Pair = [text.slice(0, nameLength), separator === ':' ? value.trim() : value]
    return [...earlierPairs, pair]
  }
}
