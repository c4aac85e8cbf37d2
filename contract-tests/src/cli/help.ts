/** What --help prints. */
export const help = `wfhost-conformance: checks whether a server keeps what the workflow and tool registry API promises

Usage
  wfhost-conformance init [FILE]        ask, and write a commented configuration (wfhost-conformance.yaml)
  wfhost-conformance list               the checks, what each needs, and what it sends
  wfhost-conformance plan -c FILE       what would run on this target, and what would not, and why
  wfhost-conformance run -c FILE        run the checks
  wfhost-conformance replay ID -c FILE  run one check again and show every exchange
  wfhost-conformance selftest           try the suite on servers with known defects, and on one without

Flags of plan, run and replay (they win over WFHOST_BASE_URL, WFHOST_REGISTRY_URL and WFHOST_PRODUCT, and those over the file)
  -c, --config FILE             the configuration
  --base-url, --registry-url    where the two services are
  --product NAME                the product segment of the registry's paths (wfhost)
  --profiles A,B                claim these only: run-sync, run-async, keys, registry, organization, execute, rate-limit
  --only ID,ID                  these checks only
  --allow A,B                   what may be done to the target: runs, executions, key-rotation, publishing, rate-limit
  --max-runs N                  requests to the run endpoint at most (200)
  --max-executions N            requests to the execute endpoint at most (50)
  --requests-per-second N       no faster than this
  --timeout-ms N                how long one request may take (30000)
  --ca-file FILE                authorities to trust beside those of the machine, in PEM
  --requirements SET            the frozen set of requirements (2026-11)
  --report-dir DIR              write every report there
  --json                        print JSON instead of text; also list and selftest

Other flags
  -y, --yes                     init: ask nothing
  --write FILE                  selftest: write the figures between the marks of a file
  --check FILE                  selftest: fail when the figures there are others

Exit codes
  0 conformant   1 not conformant   2 usage or configuration   3 incomplete   4 unreachable, or an error of ours
  5 the baseline of known failures is stale or expired

Nothing is run on the target, executed, rotated or published unless --allow says so.`
