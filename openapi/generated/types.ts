// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
/** The operations by path and method, for openapi-fetch and similar libraries. */
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
         * @description Starts a run with the given arguments. With mode `sync` the response comes when the workflow ends; with
         *     mode `async` it comes at once with a run ID, and the workflow goes on in the background.
         *
         *     A run that fails is a successful call: its body has `status: failed`, and the reference server answers it with
         *     200. After 429 wait for `Retry-After`, and longer each time (exponential backoff).
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
         * @description Lists every tool set of the key's organization, private or public, that has a version published to the
         *     key's environment profile and at least one tool. The organization is the key's; the URL carries none.
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
         * @description Lists the same content as the public manifest for an organization named in the path: with a key of that
         *     organization, or with the session of a user who is signed in to the console. A tool set of which nothing is
         *     published is listed in its latest version.
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
         * @description Runs a tool in the sandbox of its tool set, in the version and with the variables of the key's environment
         *     profile. Each successful execution takes one credit from the organization that owns the key, whether a person
         *     or a step of a workflow asks for it; a failed one takes none.
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
/** The named schemas, responses, parameters and headers of the API document. */
export interface components {
    schemas: {
        /** @description What a run is given. */
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
         * @description The value, of the type that the workflow expects. A string may hold serialized JSON. `null` is not among
         *     the types; inside nested data it is ordinary JSON.
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
            /** @description The output of the workflow, any JSON. */
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
            /** @description Where it came from. */
            traceback: string;
        };
        /**
         * @description An asynchronous run that has started. The body carries its run ID: in `runId` here, and possibly in a field of
         *     another name elsewhere, so keep all of it. It is not the result of a run.
         */
        RunStarted: {
            /** @description The run ID, when the service calls it so. */
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
            /** @description The output of the step, any JSON. */
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
        /** @description A tool set in one version. */
        Toolset: {
            /** @description Identifier of the tool set. */
            id?: string;
            /** @description Name of the tool set. */
            name?: string;
            /** @description The version that is listed. */
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
            /** @description What the tool does. */
            description?: string;
            /** @description What the tool is given. */
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
            /** @description Whether it must be given. */
            required?: boolean;
        };
        /** @description The tool to execute, and its arguments. */
        ExecuteRequest: {
            /** @description Identifier of the tool set. */
            toolset: string;
            /** @description Name of the tool. */
            tool: string;
            /** @description The arguments by name. Nothing is the same as an empty object. */
            arguments?: {
                [key: string]: unknown;
            };
        };
        /** @description What became of an execution. */
        Execution: {
            /**
             * @description success or failed.
             * @example success
             */
            status?: string;
            /** @description What the tool returned, any JSON. */
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
            /** @description What is wrong, for a person. */
            message?: string;
        };
        /** @description Why the tool registry refused a request. */
        RegistryError: {
            /** @description What is wrong, for a person. */
            message?: string;
        };
        /**
         * @description Fields that are not described here; a reader keeps them. They are a part of their own, because generated clients
         *     drop what an object has beside its properties.
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
        /** @description What authorizes the call, a key or, where one is accepted, a session, is missing or invalid. */
        ToolHostingKeyRejected: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistryError"];
            };
        };
        /** @description The path names another product than the registry serves. */
        OtherProduct: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RegistryError"];
            };
        };
        /** @description Nothing qualifies for the manifest. The body carries the message "No published toolsets". */
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
        /** @description The product's name. A service has one; the reference server calls it wfhost unless it is configured. */
        Product: string;
    };
    requestBodies: never;
    headers: {
        /** @description When to try again, in seconds from now or as an HTTP-date (RFC 9110, section 10.2.3). */
        RetryAfter: string;
        /** @description The scheme to use (RFC 9110, section 15.5.2). It may be missing. */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
/** The parameters, request bodies and responses of each operation, by its id. */
export interface operations {
    runPublishedWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the workflow, as its page in the workspace shows it. Any string that is not empty. */
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
            /** @description The asynchronous run has started, on a service that says so with 202. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunStarted"];
                };
            };
            /** @description The body is malformed, or an argument is missing or does not have the type the workflow expects. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowServiceError"];
                };
            };
            401: components["responses"]["WorkflowKeyRejected"];
            /** @description The key is valid and has no access to this workflow. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowServiceError"];
                };
            };
            /** @description No such workflow, or it is not published, or it is archived. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowServiceError"];
                };
            };
            429: components["responses"]["WorkflowRateLimited"];
            /** @description The synchronous run took longer than the service waits. The run may go on. */
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
                /** @description The product's name. A service has one; the reference server calls it wfhost unless it is configured. */
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
                /** @description The product's name. A service has one; the reference server calls it wfhost unless it is configured. */
                product: components["parameters"]["Product"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization's tool sets, in the published version or else in the latest one. */
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
                /** @description The product's name. A service has one; the reference server calls it wfhost unless it is configured. */
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
