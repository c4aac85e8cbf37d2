import type { CommandName } from './command-line.ts'

const ENVIRONMENT = `
Addresses and keys come from the environment; a key on a command line would be in the list of processes.
  WFHOST_BASE_URL  WFHOST_API_KEY             of the workflow service
  WFHOST_REGISTRY_URL  WFHOST_REGISTRY_KEY    of the tool registry
  WFHOST_CONSOLE_SESSION                      for org-manifest, in place of the key
  WFHOST_PRODUCT                              the product's name in registry paths (default wfhost)
  WFHOST_LOG                                  off, warn, info or debug; lines go to the error stream

Exit codes: 0 success, 1 the run failed, 2 usage, 3 refused (400, 401, 403, 404), 4 rate limited, 5 outcome unknown,
6 nothing was sent, 130 interrupted by Ctrl-C, 141 nobody reads its output, 143 terminated.`

const ARGUMENTS = `
  --arg name=value         an argument that is a string; may be repeated
  --arg-json name=JSON     an argument of any type; may be repeated
  --args FILE              all arguments, as a JSON object; - reads standard input; --arg goes over them`

const CALL = `
  --timeout TIME           for one attempt          --deadline TIME  for the whole call; 90s, or milliseconds
  --max-retries N          where a retry is safe    --dry-run        show the request, with the key hidden, and end
  --json                   print JSON for machines`

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
  --payload JSON           what is sent
  --args FILE              the same from a file; - reads standard input, as without either${CALL}

Example: wfhost execute --payload '{"toolset":"mail","tool":"send","arguments":{"to":"ada@example.org","text":"Hello"}}'`,
  batch: `wfhost batch FLOW    run a workflow for each line of a file
  --input FILE             JSONL, an object of arguments a line, or CSV, names in the first line; - reads standard input
  --format jsonl|csv       what the input is (default csv for a name that ends in .csv or .tsv, else jsonl)
  --delimiter CHARACTER    what divides CSV, or tab (default a comma, and a tab for .tsv)
  --column NAME:TYPE       a column of CSV that holds number, boolean or json, where an empty field is left out; the
                           others hold strings; may be repeated
  --output FILE            JSONL, a line for each run with its input; without it, standard output
  --resume                 leave out what the output file says has run or may have run
  --retry-unknown          with --resume: send again what may have run, once you know that it may run twice
  --concurrency N          runs at the same time (default 4)      --max-runs N     start no more than N
  --timeout TIME           for one attempt                        --deadline TIME  for the whole batch; 90s, or ms
  --max-retries N          where a retry is safe (default 10)     --dry-run        show the first request, and end
  --progress-every N       a line of progress each N runs, when there is no terminal (default 100)
  --json                   print the summary as JSON, in the last line of standard output

A 429 holds all runs until the stated time. A 401, 403 or 404 ends the batch: it would be the same for every input. A
400 is about one input, and the others go on.
The first Ctrl-C starts nothing more and waits for the runs under way, the second gives them up. While a batch runs,
FILE.started beside the output says what was sent; with --resume, what a crash left open there counts as may have run.
FILE.lock keeps a second batch off the same output, which ends with 2; that of a process that has died is taken over.
The exit code of a batch that is resumed counts what failed or may have run before.

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
  return `wfhost COMMAND [options]\n\n${lines.join('\n')}\n\nwfhost COMMAND --help tells more, with an example; wfhost --version, or -v.\n${ENVIRONMENT}\n`
}
