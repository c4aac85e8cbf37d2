/** What `--help` says. */
export const usage = `wfhost-mock serves a reference server with a sample world of workflows and tool sets.

  --port <number>   where to listen; 0 takes a free port (4010)
  --host <address>  where to listen (127.0.0.1)
  --version         print the version
  --help            print this`
