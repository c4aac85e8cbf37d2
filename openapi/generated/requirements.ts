// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
import type { Requirement } from '../src/requirement.ts'

/** The id of a requirement. */
export type RequirementId =
  | "RUN-ENDPOINT"
  | "RUN-AUTH"
  | "RUN-CONTENT-TYPE"
  | "RUN-ARGS"
  | "RUN-ARG-NAME"
  | "RUN-ARG-VALUE"
  | "RUN-ARG-TYPE"
  | "RUN-ARG-MISSING"
  | "RUN-MALFORMED"
  | "RUN-MODE"
  | "RUN-SYNC"
  | "RUN-SYNC-BODY"
  | "RUN-OK"
  | "RUN-STATUS"
  | "RUN-RESULT"
  | "RUN-ERROR"
  | "RUN-STEPS"
  | "RUN-STEPS-FAILED"
  | "RUN-ASYNC"
  | "RUN-ASYNC-UNIQUE"
  | "RUN-JSON-STRING"
  | "RUN-TIMEOUT"
  | "RUN-MODE-DEFAULT"
  | "RUN-ID-FIELD"
  | "RUN-STATUS-ENDPOINT"
  | "RUN-RECORD"
  | "RUN-FAILED-HTTP"
  | "RUN-ERROR-BODY"
  | "RUN-ARG-NULL"
  | "RUN-ARG-EXTRA"
  | "RUN-TIMEOUT-FORM"
  | "FLOW-UNKNOWN"
  | "FLOW-UNPUBLISHED"
  | "FLOW-ARCHIVED"
  | "KEY-CREATED"
  | "KEY-VIEW"
  | "KEY-REGENERATED"
  | "KEY-SCOPE"
  | "KEY-INVALID"
  | "KEY-FORMAT"
  | "CHECK-ORDER"
  | "LIMIT-429"
  | "LIMIT-RETRY-AFTER"
  | "LIMIT-BACKOFF"
  | "LIMIT-VALUES"
  | "HOST-KEY"
  | "HOST-ENV"
  | "HOST-401"
  | "PRODUCT-SEGMENT"
  | "REG-VERSION"
  | "MAN-ENDPOINT"
  | "MAN-ORG"
  | "MAN-CONTENT"
  | "MAN-VERSION"
  | "MAN-SKIP"
  | "MAN-EMPTY"
  | "MAN-EXECUTE"
  | "MAN-BODY"
  | "ORG-ENDPOINT"
  | "ORG-AUTH"
  | "ORG-CONTENT"
  | "ORG-FALLBACK"
  | "ORG-FALLBACK-SCOPE"
  | "ORG-SESSION"
  | "REG-ERROR-BODY"
  | "EXE-ENDPOINT"
  | "EXE-SANDBOX"
  | "EXE-CREDIT"
  | "EXE-CREDIT-FAILED"
  | "EXE-PAYLOAD"
  | "ENTRY-FIELDS"
  | "ENTRY-SYNC"
  | "ENTRY-ACTIVE"
  | "ENTRY-STEPS"
  | "CONNECT-CLICK"
  | "CONNECT-DEFAULT"
  | "CONNECT-CONFIGURED"
  | "ENTRY-PERMISSION"
  | "EVENTS"

/**
 * The requirements: every statement of the source document that a client, a server or a tester can act on.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { requirements } from '@wfhost/openapi'
 *
 * const open = requirements.filter(({ evidence }) => evidence === 'N')
 *
 * assert.ok(open.some(({ id, choice }) => id === 'RUN-ID-FIELD' && choice))
 * ```
 */
export const requirements: readonly Requirement[] = [
  {
    "id": "RUN-ENDPOINT",
    "section": "1, 4.1, 9",
    "evidence": "D",
    "statement": "Any program that can send HTTP requests may request a run, with POST at {base_url}/api/v2/external/flows/{flowId}/published-run; the version of the path is v2.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post",
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/parameters/0"
    ]
  },
  {
    "id": "RUN-AUTH",
    "section": "4.1, 5",
    "evidence": "D",
    "statement": "A request carries the workflow key as a Bearer token in the Authorization header. The name of the scheme is case-insensitive (RFC 9110, section 11.1).",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post",
      "/components/securitySchemes/workflowKey"
    ]
  },
  {
    "id": "RUN-CONTENT-TYPE",
    "section": "4.1",
    "evidence": "D",
    "statement": "The media type of the request body is application/json, with or without parameters such as charset.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/requestBody"
    ]
  },
  {
    "id": "RUN-ARGS",
    "section": "4.1",
    "evidence": "D",
    "statement": "The body is a JSON object with a required array named args.",
    "places": [
      "/components/schemas/RunRequest",
      "/components/schemas/RunRequest/properties/args"
    ]
  },
  {
    "id": "RUN-ARG-NAME",
    "section": "2.2",
    "evidence": "D",
    "statement": "Each argument has a name: a string, the name of an input parameter of the workflow.",
    "places": [
      "/components/schemas/Argument",
      "/components/schemas/Argument/properties/name"
    ]
  },
  {
    "id": "RUN-ARG-VALUE",
    "section": "2.2",
    "evidence": "D",
    "statement": "Each argument has a value: a string, a number, a boolean, an object or an array.",
    "places": [
      "/components/schemas/Argument",
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-ARG-TYPE",
    "section": "2.2, 7",
    "evidence": "D",
    "statement": "The service refuses a value whose type is not the expected one with 400.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/400",
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-ARG-MISSING",
    "section": "7",
    "evidence": "D",
    "statement": "The service refuses a run without a required argument with 400.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/400"
    ]
  },
  {
    "id": "RUN-MALFORMED",
    "section": "7",
    "evidence": "D",
    "statement": "The service refuses a malformed body with 400.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/400"
    ]
  },
  {
    "id": "RUN-MODE",
    "section": "4.1",
    "evidence": "D",
    "statement": "mode is optional. It is sync or async, and the service refuses every other mode with 400.",
    "places": [
      "/components/schemas/RunRequest/properties/mode"
    ]
  },
  {
    "id": "RUN-SYNC",
    "section": "1, 3, 4.1",
    "evidence": "D",
    "statement": "In mode sync, the service responds when the workflow has ended.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post"
    ]
  },
  {
    "id": "RUN-SYNC-BODY",
    "section": "4.1",
    "evidence": "D",
    "statement": "The response to a sync run has status, result or error, and stepOutputs.",
    "places": [
      "/components/schemas/RunSucceeded",
      "/components/schemas/RunFailed"
    ]
  },
  {
    "id": "RUN-OK",
    "section": "4.1",
    "evidence": "D",
    "statement": "The service responds to a successful call with 200.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/200"
    ]
  },
  {
    "id": "RUN-STATUS",
    "section": "2.3",
    "evidence": "D",
    "statement": "The status of a run is success or failed.",
    "places": [
      "/components/schemas/RunSucceeded",
      "/components/schemas/RunSucceeded/properties/status",
      "/components/schemas/RunFailed",
      "/components/schemas/RunFailed/properties/status"
    ]
  },
  {
    "id": "RUN-RESULT",
    "section": "2.3",
    "evidence": "D",
    "statement": "A run that succeeded has a result: the output of the workflow, any JSON value.",
    "places": [
      "/components/schemas/RunSucceeded/properties/result"
    ]
  },
  {
    "id": "RUN-ERROR",
    "section": "2.3, 7",
    "evidence": "D",
    "statement": "A run that failed has an error with three strings: name, value and traceback.",
    "places": [
      "/components/schemas/RunError"
    ]
  },
  {
    "id": "RUN-STEPS",
    "section": "2.3",
    "evidence": "D",
    "statement": "stepOutputs maps each step identifier to the status success and a result, or to the status failed and an error with name and value.",
    "places": [
      "/components/schemas/StepOutputs",
      "/components/schemas/StepSucceeded",
      "/components/schemas/StepFailed",
      "/components/schemas/StepError"
    ]
  },
  {
    "id": "RUN-STEPS-FAILED",
    "section": "7",
    "evidence": "D",
    "statement": "In a failed run, the step that failed has the status failed and its own error.",
    "places": [
      "/components/schemas/StepFailed",
      "/components/schemas/StepError"
    ]
  },
  {
    "id": "RUN-ASYNC",
    "section": "1, 3, 4.1",
    "evidence": "D",
    "statement": "In mode async, the service responds immediately with a run ID, and the workflow continues in the background.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post",
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/202",
      "/components/schemas/RunStarted"
    ]
  },
  {
    "id": "RUN-ASYNC-UNIQUE",
    "section": "3",
    "evidence": "R",
    "statement": "Two asynchronous runs have different run IDs. Otherwise, the ID would not identify a run.",
    "places": [
      "/components/schemas/RunStarted"
    ]
  },
  {
    "id": "RUN-JSON-STRING",
    "section": "4.1",
    "evidence": "D",
    "statement": "An argument can be a string of serialized JSON, such as a complete webhook payload.",
    "places": [
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-TIMEOUT",
    "section": "8",
    "evidence": "D",
    "statement": "A sync request can time out if the workflow runs for a long time.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post",
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/504"
    ],
    "unobservable": "A timeout is allowed and not required, so every response to a long run conforms."
  },
  {
    "id": "RUN-MODE-DEFAULT",
    "section": "4.1",
    "evidence": "N",
    "statement": "The mode of a request without mode.",
    "places": [
      "/components/schemas/RunRequest/properties/mode"
    ],
    "choice": "sync",
    "settledBy": "The owner states the default, or one request without a mode to a slow workflow shows it."
  },
  {
    "id": "RUN-ID-FIELD",
    "section": "2.3, 4.1",
    "evidence": "N",
    "statement": "The name and the type of the field with the run ID, the other fields of an asynchronous response, and its status.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/202",
      "/components/schemas/RunStarted/properties/runId"
    ],
    "choice": "Only a string named runId, with status 200. The API document also describes 202.",
    "settledBy": "The body and the status of one asynchronous run on the real service."
  },
  {
    "id": "RUN-STATUS-ENDPOINT",
    "section": "4.1",
    "evidence": "N",
    "statement": "An endpoint for the state of an asynchronous run, and the states after its start.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post"
    ],
    "choice": "The API document defines none. A test can wait for a run of the reference server in process.",
    "settledBy": "The owner publishes such an endpoint."
  },
  {
    "id": "RUN-RECORD",
    "section": "2.3",
    "evidence": "N",
    "statement": "Fields of a run beyond the documented ones.",
    "places": [
      "/components/schemas/FurtherFields"
    ],
    "choice": "The reference server sends none, and a client keeps all of them.",
    "settledBy": "The body of one run on the real service."
  },
  {
    "id": "RUN-FAILED-HTTP",
    "section": "7",
    "evidence": "N",
    "statement": "The HTTP status of the response with a failed run.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/200"
    ],
    "choice": "200",
    "settledBy": "One failed run on the real service."
  },
  {
    "id": "RUN-ERROR-BODY",
    "section": "7",
    "evidence": "N",
    "statement": "The bodies of 400, 401, 403, 404 and 429 on the run endpoint.",
    "places": [
      "/components/schemas/WorkflowServiceError"
    ],
    "choice": "A JSON object with a message.",
    "settledBy": "One refusal of each kind on the real service."
  },
  {
    "id": "RUN-ARG-NULL",
    "section": "2.2",
    "evidence": "R",
    "statement": "null is not one of the types of a value, so the service refuses it with 400. Inside an object or an array, null is ordinary JSON.",
    "places": [
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-ARG-EXTRA",
    "section": "2.2",
    "evidence": "N",
    "statement": "The handling of an argument without a parameter, of a repeated name, and of a JSON string for an object parameter.",
    "places": [
      "/components/schemas/RunRequest/properties/args"
    ],
    "choice": "The reference server refuses each of them with 400.",
    "settledBy": "Three requests to a workflow with one object parameter."
  },
  {
    "id": "RUN-TIMEOUT-FORM",
    "section": "8",
    "evidence": "N",
    "statement": "The time limit of a sync request, and the status and the body of a timeout.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/504"
    ],
    "choice": "504 with a message. By default, there is no time limit.",
    "settledBy": "A sync run of several hours on the real service."
  },
  {
    "id": "FLOW-UNKNOWN",
    "section": "7",
    "evidence": "D",
    "statement": "The service responds to an unknown flowId with 404.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/404"
    ]
  },
  {
    "id": "FLOW-UNPUBLISHED",
    "section": "2.1, 7",
    "evidence": "D",
    "statement": "The service responds to a workflow that is not published with 404.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/404"
    ]
  },
  {
    "id": "FLOW-ARCHIVED",
    "section": "2.1, 7",
    "evidence": "D",
    "statement": "The service responds to an archived workflow with 404.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/404"
    ]
  },
  {
    "id": "KEY-CREATED",
    "section": "1, 2.4, 3",
    "evidence": "D",
    "statement": "Each workflow has one key. The first publication creates the key, and later publications keep it.",
    "places": [
      "/components/securitySchemes/workflowKey"
    ]
  },
  {
    "id": "KEY-VIEW",
    "section": "2.4",
    "evidence": "D",
    "statement": "Users can view and regenerate the key of a workflow in its settings.",
    "reason": "The settings are a page of the workflow service. No endpoint of the API document returns a key.",
    "unobservable": "The settings are a page for users, outside the four endpoints."
  },
  {
    "id": "KEY-REGENERATED",
    "section": "3, 5.2",
    "evidence": "D",
    "statement": "Regeneration invalidates the old key immediately: the service then responds to it with 401. The new key works.",
    "places": [
      "/components/securitySchemes/workflowKey",
      "/components/responses/WorkflowKeyRejected"
    ]
  },
  {
    "id": "KEY-SCOPE",
    "section": "2.4, 5, 7",
    "evidence": "D",
    "statement": "The service refuses a valid key without access to the workflow with 403, such as the key of another workflow or workspace.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/403",
      "/components/securitySchemes/workflowKey"
    ]
  },
  {
    "id": "KEY-INVALID",
    "section": "5.4, 7",
    "evidence": "D",
    "statement": "The service refuses a missing or wrong key with 401.",
    "places": [
      "/components/headers/WwwAuthenticate",
      "/components/responses/WorkflowKeyRejected"
    ]
  },
  {
    "id": "KEY-FORMAT",
    "section": "2.4",
    "evidence": "N",
    "statement": "The format of a key.",
    "places": [
      "/components/securitySchemes/workflowKey"
    ],
    "choice": "An opaque string. The reference server uses a prefix and 32 letters and digits.",
    "settledBy": "One key of each kind from the real service."
  },
  {
    "id": "CHECK-ORDER",
    "section": "7",
    "evidence": "N",
    "statement": "The error of a request with two faults.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post"
    ],
    "choice": "401, 429, 404, 403, 400 on the workflow service; 401, 429, 403, 400, 404, 402 on the registry.",
    "settledBy": "One request for each pair of faults on the real service."
  },
  {
    "id": "LIMIT-429",
    "section": "7, 8",
    "evidence": "D",
    "statement": "The service refuses a request over the rate limit with 429.",
    "places": [
      "/components/responses/WorkflowRateLimited",
      "/components/responses/RegistryRateLimited"
    ]
  },
  {
    "id": "LIMIT-RETRY-AFTER",
    "section": "7, 8",
    "evidence": "D",
    "statement": "A 429 has a Retry-After header, in seconds or as an HTTP-date (RFC 9110, section 10.2.3).",
    "places": [
      "/components/headers/RetryAfter"
    ]
  },
  {
    "id": "LIMIT-BACKOFF",
    "section": "8",
    "evidence": "D",
    "statement": "After a 429, clients retry with exponential backoff.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post"
    ],
    "unobservable": "It applies to clients, so no request to a server can check it. The tests of the client check it."
  },
  {
    "id": "LIMIT-VALUES",
    "section": "8",
    "evidence": "N",
    "statement": "The numbers of the rate limit, and how they depend on the subscription plan.",
    "places": [
      "/components/responses/WorkflowRateLimited"
    ],
    "choice": "By default, no limit applies.",
    "settledBy": "The owner states the plans."
  },
  {
    "id": "HOST-KEY",
    "section": "2.4, 5.3",
    "evidence": "D",
    "statement": "A tool-hosting key belongs to one organization and is bound to one environment profile.",
    "places": [
      "/components/securitySchemes/toolHostingKey"
    ]
  },
  {
    "id": "HOST-ENV",
    "section": "5.3, 9",
    "evidence": "D",
    "statement": "The environment profile of the key determines the published version that runs and its environment variables.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get",
      "/paths/~1v1~1public~1{product}~1execute/post",
      "/components/securitySchemes/toolHostingKey"
    ]
  },
  {
    "id": "HOST-401",
    "section": "5.4",
    "evidence": "D",
    "statement": "Each of the three registry endpoints refuses a missing or invalid key with 401.",
    "places": [
      "/components/responses/ToolHostingKeyRejected"
    ]
  },
  {
    "id": "PRODUCT-SEGMENT",
    "section": "Naming note",
    "evidence": "D",
    "statement": "The segment wfhost in registry paths is a placeholder for the product's name on the real service.",
    "places": [
      "/components/parameters/Product",
      "/components/responses/OtherProduct"
    ]
  },
  {
    "id": "REG-VERSION",
    "section": "9",
    "evidence": "D",
    "statement": "The version of the registry's paths is v1.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get",
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get",
      "/paths/~1v1~1public~1{product}~1execute/post"
    ]
  },
  {
    "id": "MAN-ENDPOINT",
    "section": "4.2",
    "evidence": "D",
    "statement": "A client reads the public manifest with GET at {registry_url}/v1/public/wfhost/manifest and a tool-hosting key.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get"
    ]
  },
  {
    "id": "MAN-ORG",
    "section": "4.2",
    "evidence": "D",
    "statement": "The public manifest is that of the key's organization. The URL contains no organization.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get"
    ]
  },
  {
    "id": "MAN-CONTENT",
    "section": "2.5a, 4.2",
    "evidence": "D",
    "statement": "The manifest lists every tool set of the organization, private or public, that has a version published to the key's profile and at least one tool.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get/responses/200",
      "/components/schemas/Manifest",
      "/components/schemas/Manifest/properties/toolsets",
      "/components/schemas/Toolset",
      "/components/schemas/Tool",
      "/components/schemas/ToolParameter"
    ]
  },
  {
    "id": "MAN-VERSION",
    "section": "9",
    "evidence": "D",
    "statement": "The manifest lists the version that is published to the key's profile.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get/responses/200",
      "/components/schemas/Toolset",
      "/components/schemas/Toolset/properties/version"
    ]
  },
  {
    "id": "MAN-SKIP",
    "section": "3",
    "evidence": "D",
    "statement": "The manifest omits a tool set without a version for the profile, and one without tools.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get/responses/200"
    ]
  },
  {
    "id": "MAN-EMPTY",
    "section": "4.2, 7",
    "evidence": "D",
    "statement": "If no tool set qualifies for the manifest, the registry responds with 400 and the message \"No published toolsets\".",
    "places": [
      "/components/responses/NoPublishedToolsets"
    ]
  },
  {
    "id": "MAN-EXECUTE",
    "section": "4.4",
    "evidence": "D",
    "statement": "The manifest refers to the execute endpoint.",
    "places": [
      "/components/schemas/Manifest",
      "/components/schemas/Manifest/properties/executeUrl"
    ]
  },
  {
    "id": "MAN-BODY",
    "section": "2.5a",
    "evidence": "N",
    "statement": "The fields of the manifest.",
    "places": [
      "/components/schemas/Manifest"
    ],
    "choice": "executeUrl and toolsets, each with id, name, version, visibility and tools.",
    "settledBy": "One manifest from the real registry."
  },
  {
    "id": "ORG-ENDPOINT",
    "section": "4.3",
    "evidence": "D",
    "statement": "A client reads the organization manifest with GET at {registry_url}/v1/orgs/{orgId}/wfhost/manifest.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get",
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/parameters/0"
    ]
  },
  {
    "id": "ORG-AUTH",
    "section": "4.3, 5.3",
    "evidence": "D",
    "statement": "The organization manifest accepts a console session or an API key of the organization.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get",
      "/components/securitySchemes/consoleSession"
    ]
  },
  {
    "id": "ORG-CONTENT",
    "section": "4.3",
    "evidence": "D",
    "statement": "The organization manifest has the content of the public one, for the organization of the signed-in user.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/200"
    ]
  },
  {
    "id": "ORG-FALLBACK",
    "section": "4.3, 9",
    "evidence": "D",
    "statement": "If nothing is published, the organization manifest lists the latest version.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/200"
    ]
  },
  {
    "id": "ORG-FALLBACK-SCOPE",
    "section": "4.3, 9",
    "evidence": "N",
    "statement": "Whether the fallback applies to an organization that has published nothing, or to each tool set separately.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/200"
    ],
    "choice": "The fallback applies to each tool set separately.",
    "settledBy": "One manifest for an organization that has published one of its two tool sets."
  },
  {
    "id": "ORG-SESSION",
    "section": "4.3",
    "evidence": "N",
    "statement": "How a request carries a console session, the profile of a session, and the response for a foreign organization.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/403",
      "/components/securitySchemes/consoleSession"
    ],
    "choice": "A cookie named console_session, which reads the profile default. The response for a foreign organization is 403.",
    "settledBy": "One request from a signed-in browser to the real registry."
  },
  {
    "id": "REG-ERROR-BODY",
    "section": "7",
    "evidence": "N",
    "statement": "The bodies of the registry's errors, apart from the message about published tool sets.",
    "places": [
      "/components/responses/OtherProduct",
      "/components/schemas/RegistryError"
    ],
    "choice": "A JSON object with a message.",
    "settledBy": "One refusal of each kind on the real registry."
  },
  {
    "id": "EXE-ENDPOINT",
    "section": "4.4",
    "evidence": "D",
    "statement": "A client executes a tool with POST at {registry_url}/v1/public/wfhost/execute and a tool-hosting key.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post",
      "/paths/~1v1~1public~1{product}~1execute/post/requestBody",
      "/paths/~1v1~1public~1{product}~1execute/post/responses/200",
      "/components/schemas/ExecuteRequest",
      "/components/schemas/Execution",
      "/components/schemas/ExecutionError"
    ]
  },
  {
    "id": "EXE-SANDBOX",
    "section": "1",
    "evidence": "D",
    "statement": "An execution runs in the sandbox of its tool set.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post"
    ],
    "unobservable": "A request can show that two tool sets do not share data, but not that no two ever do."
  },
  {
    "id": "EXE-CREDIT",
    "section": "1, 8",
    "evidence": "D",
    "statement": "Each successful execution uses one credit of the organization that owns the key.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post"
    ]
  },
  {
    "id": "EXE-CREDIT-FAILED",
    "section": "8",
    "evidence": "R",
    "statement": "A failed execution uses no credit, because the source document names only successful ones.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post"
    ]
  },
  {
    "id": "EXE-PAYLOAD",
    "section": "4.4",
    "evidence": "N",
    "statement": "The payloads of the request and the response of an execution, and the responses for an unknown tool and an empty balance.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post/responses/400",
      "/paths/~1v1~1public~1{product}~1execute/post/responses/402",
      "/paths/~1v1~1public~1{product}~1execute/post/responses/404",
      "/components/schemas/ExecuteRequest",
      "/components/schemas/Execution"
    ],
    "choice": "The request has toolset, tool and arguments. The response has status, with result or error. The statuses are 404 and 402.",
    "settledBy": "The description of the endpoint in a manifest of the real registry."
  },
  {
    "id": "ENTRY-FIELDS",
    "section": "2.5",
    "evidence": "D",
    "statement": "A registry entry has a name, a manifest URL and a tool-hosting key.",
    "reason": "It concerns the settings of the workflow service and the console. The API document has no endpoint for them.",
    "unobservable": "It concerns settings that users change, outside the four endpoints."
  },
  {
    "id": "ENTRY-SYNC",
    "section": "2.5, 4.5",
    "evidence": "D",
    "statement": "Synchronizing an entry reads the tool sets from its manifest.",
    "reason": "It concerns the settings of the workflow service and the console. The API document has no endpoint for them.",
    "unobservable": "It concerns settings that users change, outside the four endpoints."
  },
  {
    "id": "ENTRY-ACTIVE",
    "section": "2.5",
    "evidence": "D",
    "statement": "Users can activate and deactivate an entry. Only active entries offer their tools in workflows.",
    "reason": "It concerns the settings of the workflow service and the console. The API document has no endpoint for them.",
    "unobservable": "It concerns settings that users change, outside the four endpoints."
  },
  {
    "id": "ENTRY-STEPS",
    "section": "1",
    "evidence": "D",
    "statement": "One registration makes every listed tool set available as workflow steps.",
    "places": [
      "/components/schemas/Manifest"
    ],
    "unobservable": "The steps that a workflow can use are visible in the editor of the workflow service, not at the four endpoints."
  },
  {
    "id": "CONNECT-CLICK",
    "section": "2.4, 4.5",
    "evidence": "D",
    "statement": "The one-click set-up for an environment creates or reuses the key named Workflow Connection ({environment}). It prefills an entry with the organization's name, the manifest URL and that key.",
    "reason": "It concerns the settings of the workflow service and the console. The API document has no endpoint for them.",
    "unobservable": "It concerns settings that users change, outside the four endpoints."
  },
  {
    "id": "CONNECT-DEFAULT",
    "section": "4.5, 9",
    "evidence": "D",
    "statement": "The one-click set-up fails until a tool set has a version published to the profile default.",
    "reason": "It concerns the settings of the workflow service and the console. The API document has no endpoint for them.",
    "unobservable": "It concerns settings that users change, outside the four endpoints."
  },
  {
    "id": "CONNECT-CONFIGURED",
    "section": "4.5",
    "evidence": "D",
    "statement": "The one-click set-up is available only if the workflow service is configured.",
    "reason": "It concerns the settings of the workflow service and the console. The API document has no endpoint for them.",
    "unobservable": "It concerns settings that users change, outside the four endpoints."
  },
  {
    "id": "ENTRY-PERMISSION",
    "section": "4.5",
    "evidence": "D",
    "statement": "Viewing tool access and adding a registry are two permissions.",
    "reason": "It concerns the settings of the workflow service and the console. The API document has no endpoint for them.",
    "unobservable": "It concerns settings that users change, outside the four endpoints."
  },
  {
    "id": "EVENTS",
    "section": "6",
    "evidence": "N",
    "statement": "Events that the service emits.",
    "places": [
      ""
    ],
    "choice": "No events. A webhook that starts a workflow is a request.",
    "settledBy": "The owner documents events."
  }
]
