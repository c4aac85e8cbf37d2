/** What `--help` says. */
export const usage = `wfhost-mock [serve]       serves a reference server with a world of workflows and tool sets
wfhost-mock check <file>  reads a world file and says what is wrong with it
wfhost-mock assumptions   lists what the server chose where the source document shows nothing
wfhost-mock conformance-config  prints a configuration of wfhost-conformance for the sample world
wfhost-mock schema        prints the JSON Schema of world files, for editors

  --world <file>          a world file in YAML or JSON (a built-in sample world)
  --port <number>         where to listen; 0 takes a free port (4010)
  --host <address>        where to listen (127.0.0.1)
  --token <token>         open the control surface below /__mock/ to whoever has it;
                          without one it is there for this machine alone
  --cors                  let pages of other origins call the API, never the control surface
  --assume <name=value>   another choice of those that assumptions lists; may be repeated
  --json                  assumptions as JSON
  --version               print the version
  --help                  print this`
