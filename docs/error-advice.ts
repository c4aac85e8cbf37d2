/** The part of an error page that the docstring of the class does not have. */
export interface ErrorAdvice {
  readonly causes: readonly string[]
  readonly remedies: readonly string[]
  /** The heading of `pages/troubleshooting.md` below which the symptoms of the error are. @default none has them */
  readonly troubleshooting?: string
}

/** The usual causes and the remedies of each exported class of errors. Writing the pages fails if a class is missing. */
export const errorAdvice: Readonly<Record<string, ErrorAdvice>> = {
  APIConnectionError: {
    causes: [
      'The service does not run, or its address is wrong.',
      'A proxy, a firewall or a certificate prevents the connection.',
      'The connection broke after the request was sent. Then `mayHaveRun` is true.',
    ],
    remedies: [
      'Read `error.message`: it names the host and the reason, such as `ECONNREFUSED`.',
      'If `mayHaveRun` is false, you can repeat the call. The client already did, within `maxRetries`.',
      'If `mayHaveRun` is true, check whether the run happened before you repeat the call.',
    ],
    troubleshooting: 'The request could not be sent',
  },
  APIError: {
    causes: [
      'The service refused the request, or there is no response that the client can use. Each cause has a class of its own.',
    ],
    remedies: [
      'Handle the classes that your code expects, such as `RateLimitError`.',
      'Check `mayHaveRun` before you repeat a call.',
      'Log the error with `JSON.stringify(error)`: it has the status, the code and the request ID, and no key.',
    ],
  },
  APITimeoutError: {
    causes: [
      'The workflow takes longer than `timeout`, the time for one attempt.',
      'The call with all its attempts took longer than `totalTimeout`.',
    ],
    remedies: [
      'Raise `timeout` or `totalTimeout` for this call.',
      'Start long workflows with `client.start`, and wait with `waitForRun`.',
      'If `mayHaveRun` is true, the run may continue in the service: check it before you repeat the call.',
    ],
  },
  APIUserAbortError: {
    causes: ['Your code aborted the signal that it passed as `signal`.'],
    remedies: [
      'You usually ignore this error: your code caused it.',
      'If `mayHaveRun` is true, the request was sent already, and the run may continue in the service.',
    ],
  },
  AuthenticationError: {
    causes: [
      'The key is missing or misspelt.',
      'Somebody regenerated the key. The old key is invalid immediately.',
      'The key is for the other service: workflow keys do not work in the tool registry, and the other way round.',
    ],
    remedies: [
      'Copy the current key from the settings of the workflow or of the organization.',
      'Pass `apiKey` as a function that reads the key from your secret store. The client calls it again after a 401.',
    ],
    troubleshooting: '401 Unauthorized',
  },
  BadRequestError: {
    causes: [
      'A required argument is missing, or an argument has the wrong type.',
      'The workflow has no parameter of that name, and the service refuses unknown arguments.',
    ],
    remedies: [
      'Read `error.body`: services usually name the argument.',
      'Describe the workflow with `defineWorkflow`. The compiler then finds a wrong argument before you run the code.',
    ],
  },
  BatchFileError: {
    causes: ['Another process writes to the file.', 'The disk is full, or the file was replaced.'],
    remedies: [
      'Stop the other process, or use another file.',
      'Start the batch again with the same file: it sends no input twice. If the error has a `copy`, continue with that file.',
    ],
  },
  ConfigurationError: {
    causes: [
      'An option, an argument or a configuration file has a value that cannot work.',
      'A function of yours, such as the one for keys, threw an error.',
    ],
    remedies: [
      'Read the message: it names the option, the value that was found, and a remedy.',
      'Nothing was sent, so you can correct the mistake and repeat the call.',
    ],
  },
  ConnectionFaultError: {
    causes: ['A fault of the reference server breaks connections, and this request has no connection to break.'],
    remedies: [
      'Handle it like a network error of `fetch`: that is what the fault simulates.',
      'Remove the fault with `clearFaults()` if the test does not expect it.',
    ],
  },
  MockControlError: {
    causes: ['No reference server runs at the address.', 'The server has a token, and the request has none or another one.'],
    remedies: ['Start the server with `wfhost-mock`, or pass its address as `url`.', 'Pass the token of the server as `token`.'],
  },
  MockStateError: {
    causes: [
      'The name of a workflow, an organization or a tool set is misspelt.',
      'The operation is not possible now, such as publishing an archived workflow.',
    ],
    remedies: [
      'Read the message: it names the object and suggests a similar name.',
      'Open the inspector at `/__mock/` to see the state of the server.',
    ],
  },
  NoPublishedToolsetsError: {
    causes: [
      'The environment profile of the key has no published tool set.',
      'The key belongs to another environment profile than you expect.',
    ],
    remedies: [
      'Publish a version of a tool set to the environment profile of the key.',
      'Treat it as an empty list if your code can work without tools.',
    ],
    troubleshooting: '400 "No published toolsets"',
  },
  NotFoundError: {
    causes: [
      'The workflow was never published, or it is archived.',
      'The flowId is misspelt, or `baseUrl` names another service.',
    ],
    remedies: [
      'Publish the workflow, or restore it from the archive.',
      'Compare the flowId and the address with the settings of the workflow.',
    ],
    troubleshooting: '404 Not Found',
  },
  NotSentError: {
    causes: ['Your own `fetch` knows that it sent nothing, for example because a tunnel is closed.'],
    remedies: [
      'Throw it only if no byte of the request left the process.',
      'The client repeats the request within `maxRetries`, so make the connection work again.',
    ],
  },
  PermissionDeniedError: {
    causes: ['The key belongs to another workflow.', 'The key or the session belongs to another organization.'],
    remedies: [
      'Use the key of this workflow. Pass `apiKey` as a map by flowId if you call several workflows.',
      'Check which organization the key belongs to.',
    ],
    troubleshooting: '403 Forbidden',
  },
  QueueStoppedError: {
    causes: ['Redis was restarted, restored or emptied, and may have forgotten which inputs were sent.'],
    remedies: [
      'Find out which inputs may run twice: those that wait, and those that are added again.',
      'If that does no harm, run `wfhost queue resume NAME --may-run-twice`.',
    ],
    troubleshooting: 'The queue says that it is stopped',
  },
  RateLimitError: {
    causes: [
      'The service received more requests than it allows for the key.',
      'The wait that it states is longer than `maxRetryAfter`, or than the time that remains for the call.',
    ],
    remedies: [
      'Wait until `error.retryAt`, and repeat the call: nothing ran.',
      'Send many inputs with `runMany`: it pauses all of them until the stated time.',
      'Raise `maxRetryAfter` if your code can wait longer.',
    ],
    troubleshooting: '429 Too Many Requests',
  },
  RedisConnectionError: {
    causes: ['Redis does not run at `WFHOST_REDIS_URL`, or the password is wrong.'],
    remedies: ['Start Redis, or correct the address.', 'Try the address with `redis-cli -u "$WFHOST_REDIS_URL" ping`.'],
  },
  RegistrySyncError: {
    causes: [
      'The URL of the manifest is wrong, or the registry refuses the key.',
      'The registry was not synchronized, so its tools are unknown.',
    ],
    remedies: [
      'Open the URL of the manifest with the key of the registry entry.',
      'Synchronize the registry, and read the reason in the message.',
    ],
  },
  ResponseValidationError: {
    causes: [
      'The service returns a body that the API document does not describe.',
      'The result does not match the schema in `defineWorkflow`.',
      'A gateway responded with a page instead of the service.',
    ],
    remedies: [
      'Read `error.problems`: each has the path and the difference.',
      'Correct the schema, or report the difference to the operators of the service.',
      "To continue with such responses, pass `validation: 'warn'`.",
    ],
  },
  WebhookBodyError: {
    causes: ['The body of the webhook is not JSON, is incomplete, or is not UTF-8.'],
    remedies: [
      "Respond with 400: the mistake is the sender's.",
      'Do not parse the body before you pass it on. In Express, use `express.raw()`.',
    ],
  },
  WorkflowFailedError: {
    causes: ['The workflow ran and failed. `unwrap` turns the failed run into this error.'],
    remedies: [
      'Read `error.run.error`: it has the name, the value and the traceback of the failure.',
      'To handle failures without an exception, test `run.status` in place of `unwrap`.',
    ],
  },
  WorldFileError: {
    causes: ['The world file has a value that its schema does not allow, or YAML that cannot be read.'],
    remedies: [
      'Go to the file and the line at the start of each message.',
      'Run `wfhost-mock check FILE` after each change, or let your editor use the JSON Schema of world files.',
    ],
  },
}
