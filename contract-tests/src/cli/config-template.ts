/** What init writes. */
export const configTemplate = `# A target of wfhost-conformance. What is not declared blocks the checks that need it, by name.
# \${NAME} stands for a variable of the environment; write keys so, and no report shows them.
name: staging
baseUrl: \${WFHOST_BASE_URL}
# registryUrl: https://registry.example.org   # the same as baseUrl unless it is said
# product: wfhost                             # the product segment of the registry's paths
# timeoutMs: 30000
# requestsPerSecond: 5

# What the suite may do to this server. Nothing of it is done unless it is allowed.
allow: [runs]                                 # runs, executions, key-rotation, publishing, rate-limit
maxRuns: 200
maxExecutions: 50

# profiles: [run-sync, keys]                  # claim a part; all are claimed unless it is said

fixtures:
  # A workflow that returns the object of its arguments, with one optional parameter of each type.
  echo:
    flowId: echo
    key: \${ECHO_KEY}
    parameters: { string: text, number: count, boolean: flag, object: data, array: list }
  # A workflow with a required parameter, and one whose type is not string.
  # typed: { flowId: typed, key: "\${TYPED_KEY}", validArguments: { subject: Hi }, required: subject, mistyped: { name: priority, value: high } }
  # A workflow that fails in one step after another one succeeded.
  # failing: { flowId: failing, key: "\${FAILING_KEY}", succeededStep: look-up, failedStep: charge }
  # A workflow that takes its time and returns a known string.
  # slow: { flowId: slow, key: "\${SLOW_KEY}", durationMs: 500, result: done }
  # Another workflow of the same workspace, and one of another workspace.
  # secondWorkflow: { flowId: second, key: "\${SECOND_KEY}" }
  # otherWorkspace: { flowId: other, key: "\${OTHER_KEY}" }
  # archived: { flowId: archived, key: "\${ARCHIVED_KEY}" }
  # unpublishedFlowId: draft
  # publishableFlowId: spare                  # never published so far; key-created publishes it
  unknownFlowId: no-such-workflow
  # A tool-hosting key, what its manifest lists, and tool sets that it must not list.
  # registry: { key: "\${HOST_KEY}", listed: [{ toolSet: mail, version: 1.2.0, tool: send }], notListed: [internal] }
  # otherEnvironment, otherOrganization: the same for another environment profile and another organization
  # nothingPublished: { key: "\${EMPTY_KEY}" }
  # organization: { orgId: acme, key: "\${HOST_KEY}", sessionCookie: "console_session=\${SESSION}" }
  # unpublishedOrganization: { orgId: initech, key: "\${INITECH_KEY}", toolSet: reports, latestVersion: 0.9.1 }
  # An execute payload that succeeds and what its answer then shows, one that fails, one that shows its environment.
  # execute: { payload: { toolset: mail, tool: send, arguments: { text: needle } }, shows: needle }
  # executeFailing: { toolset: mail, tool: fail }
  # executeEnvironment: { payload: { toolset: mail, tool: sender }, shows: { registry: default-sender, otherEnvironment: staging-sender } }

# What the suite asks for outside the API: an HTTP request, or a command that prints the answer.
# hooks:
#   regenerateKey: { url: "https://admin.example.org/flows/{flowId}/key", method: POST, pick: /key }
#   publishWorkflow: { command: [./publish-workflow.sh] }     # gets WFHOST_FLOW_ID, prints the key
#   creditBalance: { command: [./credits.sh] }
#   endedRuns: { command: [./count-successful-runs.sh] }
#   limitRate: { command: [./limit-rate.sh] }                 # gets WFHOST_REQUESTS and WFHOST_WINDOW_MS

# Answers to open questions that this server promises; they are then checked, as the target's own claims.
# claims: { runIdField: /runId, failedRunStatus: 200, defaultMode: sync }

# Known failures. An entry that is expired, or whose check passes, fails the run.
# baseline: [{ check: key-regenerated, reason: ticket 17, owner: ada, expires: 2027-01-31 }]
`
