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
    "section": "4.1, 9",
    "evidence": "D",
    "statement": "A run is requested with POST at {base_url}/api/v2/external/flows/{flowId}/published-run; v2 is the version of the path.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post",
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/parameters/0"
    ]
  },
  {
    "id": "RUN-AUTH",
    "section": "4.1, 5",
    "evidence": "D",
    "statement": "The workflow key is sent as a Bearer token in the Authorization header; the name of the scheme may be in any case (RFC 9110, section 11.1).",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post",
      "/components/securitySchemes/workflowKey"
    ]
  },
  {
    "id": "RUN-CONTENT-TYPE",
    "section": "4.1",
    "evidence": "D",
    "statement": "The request body is sent as application/json, with or without parameters such as charset.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/requestBody"
    ]
  },
  {
    "id": "RUN-ARGS",
    "section": "4.1",
    "evidence": "D",
    "statement": "The body is a JSON object with an array named args, which is required.",
    "places": [
      "/components/schemas/RunRequest",
      "/components/schemas/RunRequest/properties/args"
    ]
  },
  {
    "id": "RUN-ARG-NAME",
    "section": "2.2",
    "evidence": "D",
    "statement": "Each argument has a name, a string that names an input parameter of the workflow.",
    "places": [
      "/components/schemas/Argument",
      "/components/schemas/Argument/properties/name"
    ]
  },
  {
    "id": "RUN-ARG-VALUE",
    "section": "2.2",
    "evidence": "D",
    "statement": "Each argument has a value, which is a string, a number, a boolean, an object or an array.",
    "places": [
      "/components/schemas/Argument",
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-ARG-TYPE",
    "section": "2.2, 7",
    "evidence": "D",
    "statement": "A value of another type than the workflow expects is refused with 400.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/400",
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-ARG-MISSING",
    "section": "7",
    "evidence": "D",
    "statement": "A run without a required argument is refused with 400.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/400"
    ]
  },
  {
    "id": "RUN-MALFORMED",
    "section": "7",
    "evidence": "D",
    "statement": "A malformed body is refused with 400.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/400"
    ]
  },
  {
    "id": "RUN-MODE",
    "section": "4.1",
    "evidence": "D",
    "statement": "mode may be left out; it is sync or async, and any other mode is refused with 400.",
    "places": [
      "/components/schemas/RunRequest/properties/mode"
    ]
  },
  {
    "id": "RUN-SYNC",
    "section": "1, 3, 4.1",
    "evidence": "D",
    "statement": "With mode sync the response comes when the workflow has ended.",
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
    "statement": "A successful call is answered with 200.",
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
    "statement": "A run that succeeded has a result, the output of the workflow, which may be any JSON.",
    "places": [
      "/components/schemas/RunSucceeded/properties/result"
    ]
  },
  {
    "id": "RUN-ERROR",
    "section": "2.3, 7",
    "evidence": "D",
    "statement": "A run that failed has an error with the strings name, value and traceback.",
    "places": [
      "/components/schemas/RunError"
    ]
  },
  {
    "id": "RUN-STEPS",
    "section": "2.3",
    "evidence": "D",
    "statement": "stepOutputs gives for each step identifier a status of success with a result, or of failed with an error that has name and value.",
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
    "statement": "In a failed run the step that failed has the status failed and an error of its own.",
    "places": [
      "/components/schemas/StepFailed",
      "/components/schemas/StepError"
    ]
  },
  {
    "id": "RUN-ASYNC",
    "section": "1, 3, 4.1",
    "evidence": "D",
    "statement": "With mode async the response comes at once with a run ID, and the workflow goes on in the background.",
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
    "statement": "Two asynchronous runs have different run IDs; otherwise the ID would not identify a run.",
    "places": [
      "/components/schemas/RunStarted"
    ]
  },
  {
    "id": "RUN-JSON-STRING",
    "section": "4.1",
    "evidence": "D",
    "statement": "An argument may be a string that holds serialized JSON, for instance a whole webhook payload.",
    "places": [
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-TIMEOUT",
    "section": "8",
    "evidence": "D",
    "statement": "A sync request may time out when the workflow runs long.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post",
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/504"
    ],
    "unobservable": "The service may time out and need not, so no answer to a long run is wrong."
  },
  {
    "id": "RUN-MODE-DEFAULT",
    "section": "4.1",
    "evidence": "N",
    "statement": "The mode of a request that names none.",
    "places": [
      "/components/schemas/RunRequest/properties/mode"
    ],
    "choice": "sync",
    "settledBy": "The owner stating the default, or one request without a mode to a slow workflow."
  },
  {
    "id": "RUN-ID-FIELD",
    "section": "2.3, 4.1",
    "evidence": "N",
    "statement": "The name and the type of the field that holds the run ID, the other fields of an asynchronous answer, and its status.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/202",
      "/components/schemas/RunStarted/properties/runId"
    ],
    "choice": "A string named runId, alone, with status 200; 202 is described too.",
    "settledBy": "The body and status of one asynchronous run on the real service."
  },
  {
    "id": "RUN-STATUS-ENDPOINT",
    "section": "4.1",
    "evidence": "N",
    "statement": "An endpoint for the state of an asynchronous run, and the states after its start.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post"
    ],
    "choice": "None is defined; the reference server lets a test await a run in process.",
    "settledBy": "The owner publishing such an endpoint."
  },
  {
    "id": "RUN-RECORD",
    "section": "2.3",
    "evidence": "N",
    "statement": "Fields of a run beyond the documented ones.",
    "places": [
      "/components/schemas/FurtherFields"
    ],
    "choice": "None are sent, and all are kept by a reader.",
    "settledBy": "The body of one run on the real service."
  },
  {
    "id": "RUN-FAILED-HTTP",
    "section": "7",
    "evidence": "N",
    "statement": "The HTTP status that carries the body of a failed run.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/200"
    ],
    "choice": "200",
    "settledBy": "One failing run on the real service."
  },
  {
    "id": "RUN-ERROR-BODY",
    "section": "7",
    "evidence": "N",
    "statement": "The body of 400, 401, 403, 404 and 429 on the run endpoint.",
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
    "statement": "null is not among the types of a value, so it is refused with 400; inside an object or an array it is ordinary JSON.",
    "places": [
      "/components/schemas/ArgumentValue"
    ]
  },
  {
    "id": "RUN-ARG-EXTRA",
    "section": "2.2",
    "evidence": "N",
    "statement": "What becomes of an argument that names no parameter, of a name given twice, and of a JSON string for an object parameter.",
    "places": [
      "/components/schemas/RunRequest/properties/args"
    ],
    "choice": "Each is refused with 400.",
    "settledBy": "Three requests to a workflow with one object parameter."
  },
  {
    "id": "RUN-TIMEOUT-FORM",
    "section": "8",
    "evidence": "N",
    "statement": "After how long a sync request times out, and with which status and body.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/504"
    ],
    "choice": "504 with a message after a limit that is off by default.",
    "settledBy": "A sync run on the real service that takes hours."
  },
  {
    "id": "FLOW-UNKNOWN",
    "section": "7",
    "evidence": "D",
    "statement": "A flowId that no workflow has is answered with 404.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/404"
    ]
  },
  {
    "id": "FLOW-UNPUBLISHED",
    "section": "2.1, 7",
    "evidence": "D",
    "statement": "A workflow that is not published is answered with 404.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/404"
    ]
  },
  {
    "id": "FLOW-ARCHIVED",
    "section": "2.1, 7",
    "evidence": "D",
    "statement": "An archived workflow is answered with 404.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/404"
    ]
  },
  {
    "id": "KEY-CREATED",
    "section": "1, 2.4, 3",
    "evidence": "D",
    "statement": "Each workflow has one key, created when it is first published; later publications keep it.",
    "places": [
      "/components/securitySchemes/workflowKey"
    ]
  },
  {
    "id": "KEY-VIEW",
    "section": "2.4",
    "evidence": "D",
    "statement": "The key of a workflow can be seen and regenerated in its settings.",
    "reason": "The settings are a page of the workflow service; no endpoint of the document shows a key.",
    "unobservable": "The settings are a page for people, outside the four endpoints."
  },
  {
    "id": "KEY-REGENERATED",
    "section": "3, 5.2",
    "evidence": "D",
    "statement": "Regeneration invalidates the old key at once, which then gets 401, and the new key works.",
    "places": [
      "/components/securitySchemes/workflowKey",
      "/components/responses/WorkflowKeyRejected"
    ]
  },
  {
    "id": "KEY-SCOPE",
    "section": "2.4, 5, 7",
    "evidence": "D",
    "statement": "A valid key without access to the workflow, of another workflow or another workspace, is refused with 403.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post/responses/403",
      "/components/securitySchemes/workflowKey"
    ]
  },
  {
    "id": "KEY-INVALID",
    "section": "5.4, 7",
    "evidence": "D",
    "statement": "A missing or wrong key is refused with 401.",
    "places": [
      "/components/headers/WwwAuthenticate",
      "/components/responses/WorkflowKeyRejected"
    ]
  },
  {
    "id": "KEY-FORMAT",
    "section": "2.4",
    "evidence": "N",
    "statement": "What a key looks like.",
    "places": [
      "/components/securitySchemes/workflowKey"
    ],
    "choice": "An opaque string; the reference server writes a prefix and 32 letters and digits.",
    "settledBy": "A look at one key of each kind."
  },
  {
    "id": "CHECK-ORDER",
    "section": "7",
    "evidence": "N",
    "statement": "Which error a request with two faults gets.",
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
    "statement": "A request over the rate limit is refused with 429.",
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
    "statement": "Callers try again with exponential backoff after a 429.",
    "places": [
      "/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run/post"
    ],
    "unobservable": "It binds callers; a server cannot be asked for it. The tests of the client hold it."
  },
  {
    "id": "LIMIT-VALUES",
    "section": "8",
    "evidence": "N",
    "statement": "The numbers of the rate limit, and what a subscription plan changes.",
    "places": [
      "/components/responses/WorkflowRateLimited"
    ],
    "choice": "No limit unless one is configured.",
    "settledBy": "The owner stating the plans."
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
    "statement": "The environment profile of the key decides which published version runs and which environment variables it sees.",
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
    "statement": "The segment wfhost in registry paths stands for the product's name on the real service.",
    "places": [
      "/components/parameters/Product",
      "/components/responses/OtherProduct"
    ]
  },
  {
    "id": "REG-VERSION",
    "section": "9",
    "evidence": "D",
    "statement": "The registry's paths carry the version v1.",
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
    "statement": "The public manifest is read with GET at {registry_url}/v1/public/wfhost/manifest and a tool-hosting key.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get"
    ]
  },
  {
    "id": "MAN-ORG",
    "section": "4.2",
    "evidence": "D",
    "statement": "The organization of the public manifest is the one that the key belongs to; the URL names none.",
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
    "statement": "A tool set without a version for the profile, or without a tool, is left out.",
    "places": [
      "/paths/~1v1~1public~1{product}~1manifest/get/responses/200"
    ]
  },
  {
    "id": "MAN-EMPTY",
    "section": "4.2, 7",
    "evidence": "D",
    "statement": "A manifest for which nothing qualifies is 400 with the message \"No published toolsets\".",
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
    "settledBy": "One manifest of the real registry."
  },
  {
    "id": "ORG-ENDPOINT",
    "section": "4.3",
    "evidence": "D",
    "statement": "The organization manifest is read with GET at {registry_url}/v1/orgs/{orgId}/wfhost/manifest.",
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
    "statement": "The organization manifest lists what the public one lists, for the organization of the signed-in user.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/200"
    ]
  },
  {
    "id": "ORG-FALLBACK",
    "section": "4.3, 9",
    "evidence": "D",
    "statement": "When nothing is published the organization manifest lists the latest version.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/200"
    ]
  },
  {
    "id": "ORG-FALLBACK-SCOPE",
    "section": "4.3, 9",
    "evidence": "N",
    "statement": "Whether an organization falls back only when it has published nothing, or each tool set by itself.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/200"
    ],
    "choice": "Each tool set by itself.",
    "settledBy": "One manifest of an organization that has published one of two tool sets."
  },
  {
    "id": "ORG-SESSION",
    "section": "4.3",
    "evidence": "N",
    "statement": "How a request carries a console session, which profile it reads, and what a foreign organization gets.",
    "places": [
      "/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest/get/responses/403",
      "/components/securitySchemes/consoleSession"
    ],
    "choice": "A cookie named console_session that reads the profile default; 403 for a foreign organization.",
    "settledBy": "One request of a signed-in browser to the real registry."
  },
  {
    "id": "REG-ERROR-BODY",
    "section": "7",
    "evidence": "N",
    "statement": "The body of the registry's errors beyond the message about published tool sets.",
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
    "statement": "A tool is executed with POST at {registry_url}/v1/public/wfhost/execute and a tool-hosting key.",
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
    "unobservable": "That data stays apart can be shown for one tool set and its neighbour, but not that it always does."
  },
  {
    "id": "EXE-CREDIT",
    "section": "1, 8",
    "evidence": "D",
    "statement": "Each successful execution takes one credit from the organization that owns the key.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post"
    ]
  },
  {
    "id": "EXE-CREDIT-FAILED",
    "section": "8",
    "evidence": "R",
    "statement": "A failed execution takes no credit, since only successful ones are said to.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post"
    ]
  },
  {
    "id": "EXE-PAYLOAD",
    "section": "4.4",
    "evidence": "N",
    "statement": "The request and response payload of an execution, and what an unknown tool or an empty balance gets.",
    "places": [
      "/paths/~1v1~1public~1{product}~1execute/post/responses/400",
      "/paths/~1v1~1public~1{product}~1execute/post/responses/402",
      "/paths/~1v1~1public~1{product}~1execute/post/responses/404",
      "/components/schemas/ExecuteRequest",
      "/components/schemas/Execution"
    ],
    "choice": "toolset, tool and arguments; status with result or error; 404 and 402.",
    "settledBy": "The manifest's own description of the endpoint on the real registry."
  },
  {
    "id": "ENTRY-FIELDS",
    "section": "2.5",
    "evidence": "D",
    "statement": "A registry entry has a name, a manifest URL and a tool-hosting key.",
    "reason": "It concerns the settings of the workflow service and the console, which have no endpoint in the document.",
    "unobservable": "It concerns settings that people change, outside the four endpoints."
  },
  {
    "id": "ENTRY-SYNC",
    "section": "2.5, 4.5",
    "evidence": "D",
    "statement": "Synchronizing an entry reads the tool sets from its manifest.",
    "reason": "It concerns the settings of the workflow service and the console, which have no endpoint in the document.",
    "unobservable": "It concerns settings that people change, outside the four endpoints."
  },
  {
    "id": "ENTRY-ACTIVE",
    "section": "2.5",
    "evidence": "D",
    "statement": "An entry can be activated and deactivated, and only active entries offer their tools in workflows.",
    "reason": "It concerns the settings of the workflow service and the console, which have no endpoint in the document.",
    "unobservable": "It concerns settings that people change, outside the four endpoints."
  },
  {
    "id": "ENTRY-STEPS",
    "section": "1",
    "evidence": "D",
    "statement": "One registration makes every listed tool set available as workflow steps.",
    "places": [
      "/components/schemas/Manifest"
    ],
    "unobservable": "Which steps a workflow is offered shows in the editor of the workflow service, not at the four endpoints."
  },
  {
    "id": "CONNECT-CLICK",
    "section": "2.4, 4.5",
    "evidence": "D",
    "statement": "The one-click set-up for an environment creates or reuses the key named Workflow Connection ({environment}) and prefills an entry with the organization's name, the manifest URL and that key.",
    "reason": "It concerns the settings of the workflow service and the console, which have no endpoint in the document.",
    "unobservable": "It concerns settings that people change, outside the four endpoints."
  },
  {
    "id": "CONNECT-DEFAULT",
    "section": "4.5, 9",
    "evidence": "D",
    "statement": "The one-click set-up is refused until a tool set has a version published to the profile default.",
    "reason": "It concerns the settings of the workflow service and the console, which have no endpoint in the document.",
    "unobservable": "It concerns settings that people change, outside the four endpoints."
  },
  {
    "id": "CONNECT-CONFIGURED",
    "section": "4.5",
    "evidence": "D",
    "statement": "The one-click set-up exists only where the workflow service is configured.",
    "reason": "It concerns the settings of the workflow service and the console, which have no endpoint in the document.",
    "unobservable": "It concerns settings that people change, outside the four endpoints."
  },
  {
    "id": "ENTRY-PERMISSION",
    "section": "4.5",
    "evidence": "D",
    "statement": "Seeing tool access and adding a registry are two permissions.",
    "reason": "It concerns the settings of the workflow service and the console, which have no endpoint in the document.",
    "unobservable": "It concerns settings that people change, outside the four endpoints."
  },
  {
    "id": "EVENTS",
    "section": "6",
    "evidence": "N",
    "statement": "Events that the service emits.",
    "places": [
      ""
    ],
    "choice": "None; a webhook that starts a workflow is a request.",
    "settledBy": "The owner documenting events."
  }
]
