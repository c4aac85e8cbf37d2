import { MAX_RETRIES } from '../batch/run-input.ts'
import { CONCURRENCY } from '../batch/run-many.ts'
import type { CommandName } from './command-line.ts'
import { PROGRESS_EVERY } from './progress.ts'

const ENVIRONMENT = `
Addresses and keys come from the environment, since a key on the command line would show up in the process list.
  WFHOST_BASE_URL  WFHOST_API_KEY             of the workflow service
  WFHOST_REGISTRY_URL  WFHOST_REGISTRY_KEY    of the tool registry
  WFHOST_CONSOLE_SESSION                      for org-manifest, instead of the key
  WFHOST_PRODUCT                              the product name in registry paths (default wfhost)
  WFHOST_LOG                                  off, warn, info or debug; logs go to stderr

Exit codes: 0 success, 1 the run failed, 2 usage, 3 refused (400, 401, 403, 404), 4 rate limited, 5 outcome unknown,
6 nothing was sent, 7 the output could not be written, 130 interrupted by Ctrl-C, 141 output closed by its reader,
143 terminated.`

const ARGUMENTS = `
  --arg name=value         an argument that is a string; may be repeated
  --arg-json name=JSON     an argument of any type; may be repeated
  --args FILE              all arguments, as a JSON object; - reads standard input; --arg overrides them`

const CALL = `
  --timeout TIME           for one attempt          --deadline TIME  for the whole call; 90s, or milliseconds
  --max-retries N          where a retry is safe    --dry-run        show the request, with the key hidden, and exit
  --json                   print JSON`

const TEXTS: Readonly<Record<CommandName, string>> = {
  run: `wfhost run FLOW    run a workflow and wait for its end
${ARGUMENTS}${CALL}

Example: wfhost run support-triage --arg subject='My invoice is wrong' --arg-json priority=2`,
  start: `wfhost start FLOW    start a workflow and print its run ID
${ARGUMENTS}${CALL}

Example: curl -s https://hooks.example/last | wfhost start support-triage --args -`,
  manifest: `wfhost manifest    list the published tool sets of the key's organization
${CALL}

Example: wfhost manifest --json | jq '.toolsets[].name'`,
  'org-manifest': `wfhost org-manifest ORG    list the tool sets of an organization, as its key or a console session sees them
  --session-cookie NAME    the cookie that carries WFHOST_CONSOLE_SESSION (default console_session; not documented)${CALL}

WFHOST_CONSOLE_SESSION is sent if it is set, and WFHOST_REGISTRY_KEY otherwise.

Example: wfhost org-manifest acme
Example: read -rs WFHOST_CONSOLE_SESSION && export WFHOST_CONSOLE_SESSION && wfhost org-manifest acme`,
  execute: `wfhost execute    execute a tool
  --payload JSON           the payload to send
  --args FILE              the payload from a file; - reads standard input, which is the default${CALL}

Example: wfhost execute --payload '{"toolset":"mail","tool":"send","arguments":{"to":"ada@example.org","text":"Hello"}}'`,
  batch: `wfhost batch FLOW    run a workflow for each line of a file
  --input FILE             JSONL with one object of arguments per line, or CSV with a header line; - reads standard input
  --format jsonl|csv       the input format (default csv for a name that ends in .csv or .tsv, else jsonl)
  --delimiter CHARACTER    the separator of CSV, or the word tab (default a comma, or a tab for .tsv)
  --column NAME:TYPE       the type of a CSV column: number, boolean or json; its empty fields are left out. Other columns
                           are strings; may be repeated
  --output FILE            where to write JSONL, a line per run with its input (default standard output)
  --resume                 skip the inputs that, according to the output file, have run or may have run
  --retry-unknown          with --resume: send again what may have run; use it only if a second run does no harm
  --concurrency N          runs at the same time (default ${CONCURRENCY})      --max-runs N     start at most N runs
  --timeout TIME           for one attempt                        --deadline TIME  for the whole batch; 90s, or ms
  --max-retries N          where a retry is safe (default ${MAX_RETRIES})     --dry-run        show the first request, and exit
  --progress-every N       without a terminal, a line of progress every N runs (default ${PROGRESS_EVERY})
  --json                   print the summary as JSON, as the last line of standard output

A 429 pauses all runs until the stated time. A 401, 403 or 404 ends the batch, since every input would get the same. A
400 concerns a single input, and the others continue.
After the first Ctrl-C nothing more is started and the runs in progress are awaited; the second abandons them. While a
batch runs, FILE.started beside the output records what was sent; with --resume, what a crash left open there counts as
"may have run". FILE.lock prevents a second batch with the same output, which exits with 2; the lock of a process that
has died is taken over. Without --output, nothing records what was in progress at a crash. A batch that ends early exits
with the code of what ended it, such as 6 after its --deadline; the exit code of a resumed batch includes what failed or
may have run before.

Example: wfhost batch support-triage --input tickets.csv --column priority:number --output done.jsonl --resume
Example: jq -c '.tickets[]' export.json | wfhost batch support-triage --input - > done.jsonl`,
  types: `wfhost types FLOW    print a defineWorkflow skeleton from examples
  --args FILE              an example of the arguments, as a JSON object; - reads standard input
  --result FILE            an example of the result, as JSON

Example: wfhost run support-triage --args arguments.json --json | jq .result > result.json
Example: wfhost types support-triage --args arguments.json --result result.json > support-triage.ts`,
}

/** The help for a command, or for all of them. */
export function usage(command?: CommandName): string {
  if (command !== undefined) return `${TEXTS[command]}\n${ENVIRONMENT}\n`
  const lines = Object.values(TEXTS).map((text) => {
    const [call = '', what] = text.split('\n', 1).join().replace('wfhost ', '').split(/ {4,}/)
    return `  ${call.padEnd(20)}${what}`
  })
  return `wfhost COMMAND [options]\n\n${lines.join('\n')}\n\nwfhost COMMAND --help shows the options, with an example; wfhost --version, or -v.\n${ENVIRONMENT}\n`
}
