// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
/**
 * The operations by path and method, for openapi-fetch and similar libraries.
 *
 * @example
 * ```ts
 * import type { paths } from '@wfhost/openapi'
 *
 * type RunPath = '/api/v2/external/flows/{flowId}/published-run'
 * type RunBody = paths[RunPath]['post']['requestBody']['content']['application/json']
 *
 * const body: RunBody = { args: [{ name: 'subject', value: 'My invoice is wrong' }], mode: 'sync' }
 * ```
 */
export interface paths {
    "/api/v2/external/flows/{flowId}/published-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a published workflow
         * @description Starts a run with the given arguments. In mode `sync`, the service responds when the workflow has ended. In mode
         *     `async`, it responds immediately with a run ID, and the workflow continues in the background.
         *
         *     A run that fails is a successful call: the body has `status: failed`, and the reference server responds with 200.
         *     After a 429, wait for `Retry-After`, and longer each time (exponential backoff).
         */
        post: operations["runPublishedWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{product}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published tool sets of the key's organization
         * @description Lists every tool set of the key's organization, private or public, that has a version published to the key's
         *     environment profile and at least one tool. The URL contains no organization.
         */
        get: operations["getPublicManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/{product}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tool sets of an organization
         * @description Lists the content of the public manifest for the organization in the path. The request carries a key of that
         *     organization, or the session of a user who is signed in to the console. A tool set without a published version is
         *     listed in its latest version.
         */
        get: operations["getOrganizationManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/{product}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a tool of a published tool set
         * @description Runs a tool in the sandbox of its tool set. The key's environment profile determines the version and the
         *     environment variables. Each successful execution uses one credit of the organization that owns the key, whether
         *     a user or a step of a workflow requests it. A failed execution uses none.
         */
        post: operations["executeTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
/**
 * The named schemas, responses, parameters and headers of the API document.
 *
 * @example
 * ```ts
 * import type { components } from '@wfhost/openapi'
 *
 * type FailedRun = components['schemas']['RunFailed']
 *
 * function describe({ error }: FailedRun): string {
 *   return `${error.name}: ${error.value}`
 * }
 * ```
 */
export interface components {
    schemas: {
        /** @description The arguments and the mode of a run. */
        RunRequest: {
            /** @description The arguments, in any order. */
            args: components["schemas"]["Argument"][];
            /**
             * @description Whether the response waits for the end of the run.
             * @enum {string}
             */
            mode?: "sync" | "async";
        };
        /** @description A name and a value for one input parameter of the workflow. */
        Argument: {
            /** @description Name of an input parameter. */
            name: string;
            value: components["schemas"]["ArgumentValue"];
        };
        /**
         * @description The value, of the type that the workflow expects. A string can contain serialized JSON. `null` is not one of the
         *     types. Inside nested data, it is ordinary JSON.
         */
        ArgumentValue: string | number | boolean | {
            [key: string]: unknown;
        } | unknown[];
        /** @description A run that succeeded. */
        RunSucceeded: {
            /**
             * @description The outcome of the run.
             * @enum {string}
             */
            status: "success";
            /** @description The output of the workflow, any JSON value. */
            result: unknown;
            stepOutputs: components["schemas"]["StepOutputs"];
        };
        /** @description A run that failed. */
        RunFailed: {
            /**
             * @description The outcome of the run.
             * @enum {string}
             */
            status: "failed";
            error: components["schemas"]["RunError"];
            stepOutputs: components["schemas"]["StepOutputs"];
        };
        /** @description Why a run failed. */
        RunError: {
            /** @description The type of the error. */
            name: string;
            /** @description The message of the error. */
            value: string;
            /** @description The place of the error in the workflow. */
            traceback: string;
        };
        /**
         * @description An asynchronous run that has started. The body contains its run ID. In this document the field is `runId`; other
         *     services can use another name, so keep the whole body. The body is not the result of a run.
         */
        RunStarted: {
            /** @description The run ID, if the service uses this name. */
            runId?: string | number;
        };
        /** @description The result of each step that ran, by step identifier. */
        StepOutputs: {
            [key: string]: components["schemas"]["StepSucceeded"] | components["schemas"]["StepFailed"];
        };
        /** @description A step that succeeded. */
        StepSucceeded: {
            /**
             * @description The outcome of the step.
             * @enum {string}
             */
            status: "success";
            /** @description The output of the step, any JSON value. */
            result: unknown;
        };
        /** @description A step that failed. */
        StepFailed: {
            /**
             * @description The outcome of the step.
             * @enum {string}
             */
            status: "failed";
            error: components["schemas"]["StepError"];
        };
        /** @description Why a step failed. */
        StepError: {
            /** @description The type of the error. */
            name: string;
            /** @description The message of the error. */
            value: string;
        };
        /** @description The tool sets that a key may use, and where to execute their tools. */
        Manifest: {
            /** @description Address of the execute endpoint. */
            executeUrl?: string;
            /** @description The tool sets in the version that the key's environment profile uses. */
            toolsets?: components["schemas"]["Toolset"][];
        };
        /** @description One version of a tool set. */
        Toolset: {
            /** @description Identifier of the tool set. */
            id?: string;
            /** @description Name of the tool set. */
            name?: string;
            /** @description The listed version. */
            version?: string;
            /**
             * @description private (for its own organization) or public.
             * @example private
             */
            visibility?: string;
            /** @description The tools of this version. */
            tools?: components["schemas"]["Tool"][];
        };
        /** @description A tool that can be executed. */
        Tool: {
            /** @description Name of the tool. */
            name?: string;
            /** @description A description of the tool. */
            description?: string;
            /** @description The parameters of the tool. */
            parameters?: components["schemas"]["ToolParameter"][];
        };
        /** @description A parameter of a tool. */
        ToolParameter: {
            /** @description Name of the parameter. */
            name?: string;
            /**
             * @description string, number, boolean, object or array.
             * @example string
             */
            type?: string;
            /** @description Whether the parameter is required. */
            required?: boolean;
        };
        /** @description The tool to execute, and its arguments. */
        ExecuteRequest: {
            /** @description Identifier of the tool set. */
            toolset: string;
            /** @description Name of the tool. */
            tool: string;
            /** @description The arguments by name. A missing member is the same as an empty object. */
            arguments?: {
                [key: string]: unknown;
            };
        };
        /** @description The outcome of an execution. */
        Execution: {
            /**
             * @description success or failed.
             * @example success
             */
            status?: string;
            /** @description The result of the tool, any JSON value. */
            result?: unknown;
            error?: components["schemas"]["ExecutionError"];
        };
        /** @description Why an execution failed. */
        ExecutionError: {
            /** @description The type of the error. */
            name?: string;
            /** @description The message of the error. */
            value?: string;
        };
        /** @description Why the workflow service refused a request. */
        WorkflowServiceError: {
            /** @description A message for developers. */
            message?: string;
        };
        /** @description Why the tool registry refused a request. */
        RegistryError: {
            /** @description A message for developers. */
            message?: string;
        };
        /**
         * @description Fields that this document does not describe. Clients keep them. They are a schema of their own, because generated
         *     clients drop additional properties of an object that has properties.
         */
        FurtherFields: {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The key is missing or invalid. */
        WorkflowKeyRejected: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkflowServiceError"];
            };
        };
        /** @description The rate limit is exceeded. */
        WorkflowRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["WorkflowServiceError"];
            };
        };
        /** @description The rate limit is exceeded. */
        RegistryRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistryError"];
            };
        };
        /** @description The key is missing or invalid. So is the session, if the operation accepts one. */
        ToolHostingKeyRejected: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistryError"];
            };
        };
        /** @description The path contains the name of another product. */
        OtherProduct: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistryError"];
            };
        };
        /** @description No tool set qualifies for the manifest. The body has the message "No published toolsets". */
        NoPublishedToolsets: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistryError"];
            };
        };
    };
    parameters: {
        /** @description The name of the product. The reference server uses wfhost, unless another name is configured. */
        Product: string;
    };
    requestBodies: never;
    headers: {
        /** @description The time to wait in seconds, or the HTTP-date of the next attempt (RFC 9110, section 10.2.3). */
        RetryAfter: string;
        /** @description The authentication scheme (RFC 9110, section 15.5.2). The header is optional. */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
/**
 * The parameters, request bodies and responses of each operation, by its id.
 *
 * @example
 * ```ts
 * import type { operations } from '@wfhost/openapi'
 *
 * type RunParameters = operations['runPublishedWorkflow']['parameters']['path']
 *
 * const parameters: RunParameters = { flowId: 'support-triage' }
 * ```
 */
export interface operations {
    runPublishedWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the workflow, from its page in the workspace. Any string that is not empty. */
                flowId: string;
            };
            cookie?: never;
        };
        /** @description The arguments of the run, and its mode. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description The call succeeded. In mode `sync` the run has ended; in mode `async` it has started. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunSucceeded"] | components["schemas"]["RunFailed"] | components["schemas"]["RunStarted"];
                };
            };
            /** @description The asynchronous run has started. Some services respond with this status. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            /** @description The body is malformed, or an argument is missing, or an argument does not have the expected type. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowServiceError"];
                };
            };
            401: components["responses"]["WorkflowKeyRejected"];
            /** @description The key is valid, but has no access to this workflow. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowServiceError"];
                };
            };
            /** @description The workflow does not exist, is not published, or is archived. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowServiceError"];
                };
            };
            429: components["responses"]["WorkflowRateLimited"];
            /** @description The synchronous run took longer than the service waits. The run can continue. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowServiceError"];
                };
            };
        };
    };
    getPublicManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the product. The reference server uses wfhost, unless another name is configured. */
                product: components["parameters"]["Product"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tool sets that the key's organization has published to the key's environment profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            400: components["responses"]["NoPublishedToolsets"];
            401: components["responses"]["ToolHostingKeyRejected"];
            404: components["responses"]["OtherProduct"];
            429: components["responses"]["RegistryRateLimited"];
        };
    };
    getOrganizationManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the organization. */
                orgId: string;
                /** @description The name of the product. The reference server uses wfhost, unless another name is configured. */
                product: components["parameters"]["Product"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization's tool sets, in the published version, or in the latest one if none is published. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            400: components["responses"]["NoPublishedToolsets"];
            401: components["responses"]["ToolHostingKeyRejected"];
            /** @description The key or session belongs to another organization. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryError"];
                };
            };
            404: components["responses"]["OtherProduct"];
            429: components["responses"]["RegistryRateLimited"];
        };
    };
    executeTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the product. The reference server uses wfhost, unless another name is configured. */
                product: components["parameters"]["Product"];
            };
            cookie?: never;
        };
        /** @description The tool to execute, and its arguments. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecuteRequest"];
            };
        };
        responses: {
            /** @description The execution has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            /** @description The body is malformed, or an argument does not fit the tool. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryError"];
                };
            };
            401: components["responses"]["ToolHostingKeyRejected"];
            /** @description The organization has no credit left; the tool was not executed. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryError"];
                };
            };
            /** @description The key's environment has no such tool, or the path names another product. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryError"];
                };
            };
            429: components["responses"]["RegistryRateLimited"];
        };
    };
}
