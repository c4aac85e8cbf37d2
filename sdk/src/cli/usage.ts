const ENVIRONMENT = `
Addresses and keys come from the environment; a key on a command line would be in the list of processes.
  WFHOST_BASE_URL  WFHOST_API_KEY             of the workflow service
  WFHOST_REGISTRY_URL  WFHOST_REGISTRY_KEY    of the tool registry
  WFHOST_PRODUCT                              the product's name in registry paths (default wfhost)
  WFHOST_LOG                                  off, warn, info or debug

Exit codes: 0 success, 1 the run failed, 2 usage, 3 refused (400, 401, 403, 404), 4 rate limited, 5 outcome unknown,
6 nothing was sent.`

const ARGUMENTS = `
  --arg name=value         an argument that is a string
  --arg-json name=JSON     an argument of any type
  --args FILE              all arguments, as a JSON object; - reads standard input`

const CALL = `
  --timeout MS             for one attempt          --deadline MS   for the whole call
  --max-retries N          where a retry is safe    --dry-run       show the request, with the key hidden, and end
  --json                   print JSON for machines`

const TEXTS: Readonly<Record<string, string>> = {
  run: `wfhost run FLOW    run a workflow and wait for its end
${ARGUMENTS}${CALL}

Example: wfhost run support-triage --arg subject='My invoice is wrong' --arg-json priority=2`,
  start: `wfhost start FLOW    start a workflow and print its run ID
${ARGUMENTS}${CALL}

Example: curl -s https://hooks.example/last | wfhost start support-triage --args -`,
  manifest: `wfhost manifest    list the published tool sets of the key's organization
${CALL}

Example: wfhost manifest --json | jq '.toolsets[].name'`,
  'org-manifest': `wfhost org-manifest ORG    list the tool sets of an organization
${CALL}

Example: wfhost org-manifest acme`,
  execute: `wfhost execute    execute a tool
  --payload JSON           what is sent; without it, --args FILE or - for standard input${CALL}

Example: wfhost execute --payload '{"toolset":"mail","tool":"send","arguments":{"to":"ada@example.org","text":"Hello"}}'`,
  batch: `wfhost batch FLOW    run a workflow for each line of a file
  --input FILE             JSONL (an object of arguments a line) or CSV (names in the first line, values are strings)
  --output FILE            JSONL, a line for each run; required by --resume; without it, standard output
  --resume                 leave out what the output file says has run or may have run
  --concurrency N          runs at the same time (default 4)      --max-runs N    start no more than N
  --timeout MS             for one attempt                        --deadline MS   for the whole batch
  --progress-every N       a line of progress each N runs, when there is no terminal (default 100)

Example: wfhost batch support-triage --input tickets.csv --output done.jsonl --resume`,
  types: `wfhost types FLOW    print a defineWorkflow skeleton from examples
  --args FILE              an example of the arguments, as a JSON object; - reads standard input
  --result FILE            an example of the result, as JSON

Example: wfhost types support-triage --args arguments.json --result result.json > support-triage.ts`,
}

/** The help for a command, or for all of them. */
export function usage(command?: string): string {
  const text = command === undefined ? undefined : TEXTS[command]
  if (text !== undefined) return `${text}\n${ENVIRONMENT}\n`
  const lines = Object.values(TEXTS).map((each) => `  ${each.split('\n')[0]?.replace('wfhost ', '')}`)
  return `wfhost COMMAND [options]\n\n${lines.join('\n')}\n\nwfhost COMMAND --help tells more, with an example.\n${ENVIRONMENT}\n`
}
