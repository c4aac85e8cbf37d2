// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
/**
 * The OpenAPI document of the API, as JSON. An element with x-unspecified is a guess: the source document leaves it open.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { document } from '@wfhost/openapi'
 *
 * const { post } = document.paths['/api/v2/external/flows/{flowId}/published-run']
 *
 * assert.equal(post.operationId, 'runPublishedWorkflow')
 * ```
 */
export const document = {
  "openapi": "3.1.0",
  "info": {
    "title": "Workflow runs and tool registry",
    "version": "0.1.0",
    "summary": "Run published workflows, list published tool sets, execute their tools.",
    "description": "Two services that work together. The **workflow service** runs a published workflow on request. The **tool\nregistry** lists the published tool sets of an organization in a manifest and executes their tools, so that a\nworkflow can use them as steps.\n\nThe product segment of the registry paths (`wfhost` here) stands for the product's name on the real service: a path\nwith another name is answered with 404.\n\nA call that is answered with 429 may be sent again, as nothing was done: wait for `Retry-After`, and longer after\neach further 429 (exponential backoff, with some randomness). After 504, or no answer at all, a run or an execution\nmay have happened all the same: do not send it again without looking.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    },
    "contact": {
      "name": "wfhost contributors"
    }
  },
  "x-unspecified": [
    {
      "requirement": "EVENTS",
      "source": "Section 6 shows no event that the service emits.",
      "choice": "The document has no webhooks; a webhook that starts a workflow is a request to runPublishedWorkflow."
    }
  ],
  "servers": [
    {
      "url": "http://127.0.0.1:4010",
      "description": "The reference server on this machine."
    },
    {
      "url": "{base_url}",
      "description": "The workflow service.",
      "variables": {
        "base_url": {
          "default": "http://127.0.0.1:4010"
        }
      }
    }
  ],
  "tags": [
    {
      "name": "Workflows",
      "description": "Running published workflows."
    },
    {
      "name": "Tool registry",
      "description": "Manifests of published tool sets, and the execution of their tools."
    }
  ],
  "paths": {
    "/api/v2/external/flows/{flowId}/published-run": {
      "servers": [
        {
          "url": "http://127.0.0.1:4010",
          "description": "The reference server on this machine."
        },
        {
          "url": "{base_url}",
          "description": "The workflow service.",
          "variables": {
            "base_url": {
              "default": "http://127.0.0.1:4010"
            }
          }
        }
      ],
      "post": {
        "operationId": "runPublishedWorkflow",
        "tags": [
          "Workflows"
        ],
        "summary": "Run a published workflow",
        "description": "Starts a run with the given arguments. With mode `sync` the response comes when the workflow ends; with\nmode `async` it comes at once with a run ID, and the workflow goes on in the background.\n\nA run that fails is a successful call: its body has `status: failed`, and the reference server answers it with\n200. After 429 wait for `Retry-After`, and longer each time (exponential backoff).\n",
        "x-requirements": [
          "RUN-ENDPOINT",
          "RUN-AUTH",
          "RUN-SYNC",
          "RUN-ASYNC",
          "RUN-TIMEOUT",
          "LIMIT-BACKOFF"
        ],
        "x-unspecified": [
          {
            "requirement": "CHECK-ORDER",
            "source": "Section 7 lists the errors without saying which wins when a request has two faults.",
            "choice": "401 before 429 before 404 before 403 before 400. On the registry 401, 429, 403, 400, 404, 402."
          },
          {
            "requirement": "RUN-STATUS-ENDPOINT",
            "source": "Section 4.1 shows no endpoint for the status of an asynchronous run.",
            "choice": "None is defined; the reference server lets a test await a run in process."
          }
        ],
        "security": [
          {
            "workflowKey": []
          }
        ],
        "parameters": [
          {
            "name": "flowId",
            "in": "path",
            "required": true,
            "description": "Identifier of the workflow, as its page in the workspace shows it. Any string that is not empty.",
            "x-requirements": [
              "RUN-ENDPOINT"
            ],
            "schema": {
              "type": "string",
              "minLength": 1
            },
            "examples": {
              "sync": {
                "summary": "A workflow of the sample world",
                "value": "support-triage"
              },
              "async": {
                "summary": "A workflow of the sample world",
                "value": "support-triage"
              },
              "everyValueType": {
                "summary": "A workflow of the sample world",
                "value": "support-triage"
              },
              "missingArgument": {
                "summary": "A workflow of the sample world",
                "value": "support-triage"
              },
              "mistypedArgument": {
                "summary": "A workflow of the sample world",
                "value": "support-triage"
              },
              "failed": {
                "summary": "A workflow whose second step fails",
                "value": "charge-card"
              },
              "serializedWebhook": {
                "summary": "A workflow that takes a payload",
                "value": "webhook-intake"
              },
              "noArguments": {
                "summary": "A workflow that returns what it is given",
                "value": "echo"
              }
            }
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The arguments of the run, and its mode.",
          "x-requirements": [
            "RUN-CONTENT-TYPE"
          ],
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RunRequest"
              },
              "examples": {
                "sync": {
                  "summary": "Wait for the result",
                  "value": {
                    "args": [
                      {
                        "name": "subject",
                        "value": "My invoice is wrong"
                      },
                      {
                        "name": "priority",
                        "value": 2
                      }
                    ],
                    "mode": "sync"
                  }
                },
                "async": {
                  "summary": "Return at once with a run ID",
                  "value": {
                    "args": [
                      {
                        "name": "subject",
                        "value": "My invoice is wrong"
                      }
                    ],
                    "mode": "async"
                  }
                },
                "everyValueType": {
                  "summary": "Every type that a value may have",
                  "value": {
                    "args": [
                      {
                        "name": "subject",
                        "value": "Five types"
                      },
                      {
                        "name": "priority",
                        "value": 1.5
                      },
                      {
                        "name": "urgent",
                        "value": true
                      },
                      {
                        "name": "customer",
                        "value": {
                          "name": "Ada",
                          "plan": {
                            "tier": "gold",
                            "seats": null
                          }
                        }
                      },
                      {
                        "name": "tags",
                        "value": [
                          "billing",
                          7,
                          null
                        ]
                      }
                    ]
                  }
                },
                "serializedWebhook": {
                  "summary": "A webhook payload forwarded as serialized JSON in one argument",
                  "value": {
                    "args": [
                      {
                        "name": "payload",
                        "value": "{\"action\":\"opened\",\"number\":1}"
                      }
                    ],
                    "mode": "sync"
                  }
                },
                "noArguments": {
                  "summary": "A run without arguments",
                  "value": {
                    "args": []
                  }
                },
                "failed": {
                  "summary": "A run whose second step fails",
                  "value": {
                    "args": [
                      {
                        "name": "amount",
                        "value": 12
                      }
                    ]
                  }
                },
                "missingArgument": {
                  "summary": "A required argument is missing",
                  "value": {
                    "args": []
                  }
                },
                "mistypedArgument": {
                  "summary": "An argument has the wrong type",
                  "value": {
                    "args": [
                      {
                        "name": "subject",
                        "value": "My invoice is wrong"
                      },
                      {
                        "name": "priority",
                        "value": "high"
                      }
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The call succeeded. In mode `sync` the run has ended; in mode `async` it has started.",
            "x-requirements": [
              "RUN-OK"
            ],
            "x-unspecified": [
              {
                "requirement": "RUN-FAILED-HTTP",
                "source": "Section 7 shows the body of a failed run and not the status that carries it.",
                "choice": "200, because the call succeeded and only the run did not."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "oneOf": [
                    {
                      "$ref": "#/components/schemas/RunSucceeded"
                    },
                    {
                      "$ref": "#/components/schemas/RunFailed"
                    },
                    {
                      "$ref": "#/components/schemas/RunStarted"
                    }
                  ]
                },
                "examples": {
                  "sync": {
                    "summary": "A run that succeeded",
                    "value": {
                      "status": "success",
                      "result": {
                        "team": "billing",
                        "reply": "We look into it now."
                      },
                      "stepOutputs": {
                        "classify": {
                          "status": "success",
                          "result": "billing"
                        },
                        "answer": {
                          "status": "success",
                          "result": "We look into it now."
                        }
                      }
                    }
                  },
                  "async": {
                    "summary": "An asynchronous run that has started",
                    "value": {
                      "runId": "run_4q7hx2m9c3kd"
                    }
                  },
                  "everyValueType": {
                    "summary": "A run that succeeded with another result",
                    "value": {
                      "status": "success",
                      "result": {
                        "team": "support",
                        "reply": "We look into it now."
                      },
                      "stepOutputs": {
                        "classify": {
                          "status": "success",
                          "result": "support"
                        },
                        "answer": {
                          "status": "success",
                          "result": "We look into it now."
                        }
                      }
                    }
                  },
                  "serializedWebhook": {
                    "summary": "The payload as the workflow got it",
                    "value": {
                      "status": "success",
                      "result": "{\"action\":\"opened\",\"number\":1}",
                      "stepOutputs": {}
                    }
                  },
                  "noArguments": {
                    "summary": "A run without steps",
                    "value": {
                      "status": "success",
                      "result": {},
                      "stepOutputs": {}
                    }
                  },
                  "failed": {
                    "summary": "A run whose second step failed",
                    "value": {
                      "status": "failed",
                      "error": {
                        "name": "CardDeclined",
                        "value": "The card was declined for 12",
                        "traceback": "CardDeclined: The card was declined for 12\n    at step charge\n    at workflow charge-card"
                      },
                      "stepOutputs": {
                        "look-up": {
                          "status": "success",
                          "result": {
                            "card": "ends in 4242"
                          }
                        },
                        "charge": {
                          "status": "failed",
                          "error": {
                            "name": "CardDeclined",
                            "value": "The card was declined for 12"
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "202": {
            "description": "The asynchronous run has started, on a service that says so with 202.",
            "x-requirements": [
              "RUN-ASYNC"
            ],
            "x-unspecified": [
              {
                "requirement": "RUN-ID-FIELD",
                "source": "Section 4.1 calls 200 the mark of a successful call and shows no status of its own for async.",
                "choice": "200 by default; 202 is described so that a server which uses it is understood."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunStarted"
                },
                "examples": {
                  "started": {
                    "summary": "An asynchronous run that has started",
                    "value": {
                      "runId": "run_4q7hx2m9c3kd"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is malformed, or an argument is missing or does not have the type the workflow expects.",
            "x-requirements": [
              "RUN-MALFORMED",
              "RUN-ARG-TYPE",
              "RUN-ARG-MISSING"
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkflowServiceError"
                },
                "examples": {
                  "malformed": {
                    "summary": "The body is not JSON",
                    "value": {
                      "message": "body: expected JSON, found text that ends early"
                    }
                  },
                  "missingArgs": {
                    "summary": "The body has no args",
                    "value": {
                      "message": "args: expected an array, found nothing"
                    }
                  },
                  "missingArgument": {
                    "summary": "A required argument is missing",
                    "value": {
                      "message": "args: expected an argument named subject, found none"
                    }
                  },
                  "mistypedArgument": {
                    "summary": "An argument has the wrong type",
                    "value": {
                      "message": "args[1].value: expected number, found string"
                    }
                  },
                  "nullValue": {
                    "summary": "A value is null",
                    "value": {
                      "message": "args[2].value: expected one of string, number, boolean, object, array, found null"
                    }
                  },
                  "unknownMode": {
                    "summary": "The mode is neither sync nor async",
                    "value": {
                      "message": "mode: expected one of sync, async, found \"later\""
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/WorkflowKeyRejected"
          },
          "403": {
            "description": "The key is valid and has no access to this workflow.",
            "x-requirements": [
              "KEY-SCOPE"
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkflowServiceError"
                },
                "examples": {
                  "otherWorkflow": {
                    "summary": "The key of another workflow",
                    "value": {
                      "message": "The API key has no access to this workflow"
                    }
                  }
                }
              }
            }
          },
          "404": {
            "description": "No such workflow, or it is not published, or it is archived.",
            "x-requirements": [
              "FLOW-UNKNOWN",
              "FLOW-UNPUBLISHED",
              "FLOW-ARCHIVED"
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkflowServiceError"
                },
                "examples": {
                  "unknown": {
                    "summary": "Unknown, unpublished and archived look the same",
                    "value": {
                      "message": "No published workflow has this flowId"
                    }
                  }
                }
              }
            }
          },
          "429": {
            "$ref": "#/components/responses/WorkflowRateLimited"
          },
          "504": {
            "description": "The synchronous run took longer than the service waits. The run may go on.",
            "x-requirements": [
              "RUN-TIMEOUT"
            ],
            "x-unspecified": [
              {
                "requirement": "RUN-TIMEOUT-FORM",
                "source": "Section 8 says that a synchronous request may time out, and shows neither value nor answer.",
                "choice": "504 after a limit that is off by default."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkflowServiceError"
                },
                "examples": {
                  "timedOut": {
                    "summary": "The workflow did not end in time",
                    "value": {
                      "message": "The workflow did not end within 30000 ms"
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/public/{product}/manifest": {
      "servers": [
        {
          "url": "http://127.0.0.1:4010",
          "description": "The reference server on this machine."
        },
        {
          "url": "{registry_url}",
          "description": "The tool registry.",
          "variables": {
            "registry_url": {
              "default": "http://127.0.0.1:4010"
            }
          }
        }
      ],
      "get": {
        "operationId": "getPublicManifest",
        "tags": [
          "Tool registry"
        ],
        "summary": "List the published tool sets of the key's organization",
        "description": "Lists every tool set of the key's organization, private or public, that has a version published to the\nkey's environment profile and at least one tool. The organization is the key's; the URL carries none.\n",
        "x-requirements": [
          "MAN-ENDPOINT",
          "MAN-ORG",
          "HOST-ENV",
          "REG-VERSION"
        ],
        "security": [
          {
            "toolHostingKey": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Product"
          }
        ],
        "responses": {
          "200": {
            "description": "The tool sets that the key's organization has published to the key's environment profile.",
            "x-requirements": [
              "MAN-CONTENT",
              "MAN-VERSION",
              "MAN-SKIP"
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Manifest"
                },
                "examples": {
                  "published": {
                    "summary": "Two tool sets published to the key's environment",
                    "value": {
                      "executeUrl": "http://127.0.0.1:4010/v1/public/wfhost/execute",
                      "toolsets": [
                        {
                          "id": "mail",
                          "name": "Mail",
                          "version": "1.2.0",
                          "visibility": "private",
                          "tools": [
                            {
                              "name": "send",
                              "description": "Send a message",
                              "parameters": [
                                {
                                  "name": "to",
                                  "type": "string",
                                  "required": true
                                },
                                {
                                  "name": "text",
                                  "type": "string",
                                  "required": true
                                }
                              ]
                            },
                            {
                              "name": "count",
                              "description": "Count the messages",
                              "parameters": []
                            },
                            {
                              "name": "version",
                              "description": "The version of the tool set",
                              "parameters": []
                            }
                          ]
                        },
                        {
                          "id": "weather",
                          "name": "Weather",
                          "version": "3.0.1",
                          "visibility": "public",
                          "tools": [
                            {
                              "name": "forecast",
                              "description": "The forecast for a city",
                              "parameters": [
                                {
                                  "name": "city",
                                  "type": "string",
                                  "required": true
                                }
                              ]
                            }
                          ]
                        }
                      ]
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/NoPublishedToolsets"
          },
          "401": {
            "$ref": "#/components/responses/ToolHostingKeyRejected"
          },
          "404": {
            "$ref": "#/components/responses/OtherProduct"
          },
          "429": {
            "$ref": "#/components/responses/RegistryRateLimited"
          }
        }
      }
    },
    "/v1/orgs/{orgId}/{product}/manifest": {
      "servers": [
        {
          "url": "http://127.0.0.1:4010",
          "description": "The reference server on this machine."
        },
        {
          "url": "{registry_url}",
          "description": "The tool registry.",
          "variables": {
            "registry_url": {
              "default": "http://127.0.0.1:4010"
            }
          }
        }
      ],
      "get": {
        "operationId": "getOrganizationManifest",
        "tags": [
          "Tool registry"
        ],
        "summary": "List the tool sets of an organization",
        "description": "Lists the same content as the public manifest for an organization named in the path: with a key of that\norganization, or with the session of a user who is signed in to the console. A tool set of which nothing is\npublished is listed in its latest version.\n",
        "x-requirements": [
          "ORG-ENDPOINT",
          "ORG-AUTH",
          "REG-VERSION"
        ],
        "security": [
          {
            "toolHostingKey": []
          },
          {
            "consoleSession": []
          }
        ],
        "parameters": [
          {
            "name": "orgId",
            "in": "path",
            "required": true,
            "description": "Identifier of the organization.",
            "x-requirements": [
              "ORG-ENDPOINT"
            ],
            "schema": {
              "type": "string",
              "minLength": 1
            },
            "examples": {
              "published": {
                "summary": "An organization of the sample world",
                "value": "acme"
              }
            }
          },
          {
            "$ref": "#/components/parameters/Product"
          }
        ],
        "responses": {
          "200": {
            "description": "The organization's tool sets, in the published version or else in the latest one.",
            "x-requirements": [
              "ORG-CONTENT",
              "ORG-FALLBACK"
            ],
            "x-unspecified": [
              {
                "requirement": "ORG-FALLBACK-SCOPE",
                "source": "Section 4.3 falls back \"when nothing is published\", and does not say whether by the organization or of a tool set.",
                "choice": "Each tool set that is not published to the profile is listed in its latest version."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Manifest"
                },
                "examples": {
                  "published": {
                    "summary": "The organization's tool sets",
                    "value": {
                      "executeUrl": "http://127.0.0.1:4010/v1/public/wfhost/execute",
                      "toolsets": [
                        {
                          "id": "mail",
                          "name": "Mail",
                          "version": "1.2.0",
                          "visibility": "private",
                          "tools": [
                            {
                              "name": "send",
                              "description": "Send a message",
                              "parameters": [
                                {
                                  "name": "to",
                                  "type": "string",
                                  "required": true
                                },
                                {
                                  "name": "text",
                                  "type": "string",
                                  "required": true
                                }
                              ]
                            },
                            {
                              "name": "count",
                              "description": "Count the messages",
                              "parameters": []
                            },
                            {
                              "name": "version",
                              "description": "The version of the tool set",
                              "parameters": []
                            }
                          ]
                        },
                        {
                          "id": "weather",
                          "name": "Weather",
                          "version": "3.0.1",
                          "visibility": "public",
                          "tools": [
                            {
                              "name": "forecast",
                              "description": "The forecast for a city",
                              "parameters": [
                                {
                                  "name": "city",
                                  "type": "string",
                                  "required": true
                                }
                              ]
                            }
                          ]
                        }
                      ]
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/NoPublishedToolsets"
          },
          "401": {
            "$ref": "#/components/responses/ToolHostingKeyRejected"
          },
          "403": {
            "description": "The key or session belongs to another organization.",
            "x-unspecified": [
              {
                "requirement": "ORG-SESSION",
                "source": "Section 4.3 speaks of the signed-in user's organization and does not say what another one gets.",
                "choice": "403, for an unknown organization too, so that the answer does not tell whether it exists."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RegistryError"
                },
                "examples": {
                  "foreign": {
                    "summary": "Another organization",
                    "value": {
                      "message": "No access to this organization"
                    }
                  }
                }
              }
            }
          },
          "404": {
            "$ref": "#/components/responses/OtherProduct"
          },
          "429": {
            "$ref": "#/components/responses/RegistryRateLimited"
          }
        }
      }
    },
    "/v1/public/{product}/execute": {
      "servers": [
        {
          "url": "http://127.0.0.1:4010",
          "description": "The reference server on this machine."
        },
        {
          "url": "{registry_url}",
          "description": "The tool registry.",
          "variables": {
            "registry_url": {
              "default": "http://127.0.0.1:4010"
            }
          }
        }
      ],
      "post": {
        "operationId": "executeTool",
        "tags": [
          "Tool registry"
        ],
        "summary": "Execute a tool of a published tool set",
        "description": "Runs a tool in the sandbox of its tool set, in the version and with the variables of the key's environment\nprofile. Each successful execution takes one credit from the organization that owns the key, whether a person\nor a step of a workflow asks for it; a failed one takes none.\n",
        "x-requirements": [
          "EXE-ENDPOINT",
          "EXE-SANDBOX",
          "EXE-CREDIT",
          "EXE-CREDIT-FAILED",
          "HOST-ENV",
          "REG-VERSION"
        ],
        "security": [
          {
            "toolHostingKey": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Product"
          }
        ],
        "requestBody": {
          "required": true,
          "description": "The tool to execute, and its arguments.",
          "x-requirements": [
            "EXE-ENDPOINT"
          ],
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ExecuteRequest"
              },
              "examples": {
                "send": {
                  "summary": "Execute a tool with arguments",
                  "value": {
                    "toolset": "mail",
                    "tool": "send",
                    "arguments": {
                      "to": "ada@example.org",
                      "text": "Hello"
                    }
                  }
                },
                "withoutArguments": {
                  "summary": "Execute a tool that needs no arguments",
                  "value": {
                    "toolset": "mail",
                    "tool": "count"
                  }
                },
                "failed": {
                  "summary": "Execute a tool that fails",
                  "value": {
                    "toolset": "mail",
                    "tool": "send",
                    "arguments": {
                      "to": "full@example.org",
                      "text": "Hello"
                    }
                  }
                },
                "mistyped": {
                  "summary": "An argument has the wrong type",
                  "value": {
                    "toolset": "mail",
                    "tool": "send",
                    "arguments": {
                      "to": 7,
                      "text": "Hello"
                    }
                  }
                },
                "unknownTool": {
                  "summary": "A tool that the tool set does not have",
                  "value": {
                    "toolset": "mail",
                    "tool": "receive"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The execution has ended.",
            "x-requirements": [
              "EXE-ENDPOINT"
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Execution"
                },
                "examples": {
                  "send": {
                    "summary": "The tool returned a result",
                    "value": {
                      "status": "success",
                      "result": {
                        "delivered": true,
                        "from": "support@acme.example",
                        "to": "ada@example.org"
                      }
                    }
                  },
                  "withoutArguments": {
                    "summary": "The tool returned a number",
                    "value": {
                      "status": "success",
                      "result": 3
                    }
                  },
                  "failed": {
                    "summary": "The tool failed; no credit is taken",
                    "value": {
                      "status": "failed",
                      "error": {
                        "name": "MailboxFull",
                        "value": "The mailbox of full@example.org is full"
                      }
                    }
                  }
                }
              }
            }
          },
          "400": {
            "description": "The body is malformed, or an argument does not fit the tool.",
            "x-unspecified": [
              {
                "requirement": "EXE-PAYLOAD",
                "source": "Section 7 gives 400 to an invalid request format; section 4.4 does not show the format.",
                "choice": "400 with the place that is wrong."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RegistryError"
                },
                "examples": {
                  "mistyped": {
                    "summary": "An argument has the wrong type",
                    "value": {
                      "message": "arguments.to: expected string, found number"
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/ToolHostingKeyRejected"
          },
          "402": {
            "description": "The organization has no credit left; the tool was not executed.",
            "x-unspecified": [
              {
                "requirement": "EXE-PAYLOAD",
                "source": "Section 8 does not say what an execution gets when the balance is empty.",
                "choice": "402, before anything runs."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RegistryError"
                },
                "examples": {
                  "noCredits": {
                    "summary": "The balance is empty",
                    "value": {
                      "message": "The organization has no credits left"
                    }
                  }
                }
              }
            }
          },
          "404": {
            "description": "The key's environment has no such tool, or the path names another product.",
            "x-unspecified": [
              {
                "requirement": "EXE-PAYLOAD",
                "source": "Section 4.4 does not say what an unknown tool gets.",
                "choice": "404 with the names that were asked for."
              }
            ],
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RegistryError"
                },
                "examples": {
                  "unknownTool": {
                    "summary": "The tool set has no such tool",
                    "value": {
                      "message": "Tool set mail has no tool named receive"
                    }
                  }
                }
              }
            }
          },
          "429": {
            "$ref": "#/components/responses/RegistryRateLimited"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "workflowKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "The API key of one workflow, created when the workflow is first published. Regeneration invalidates the\nprevious key at once.\n",
        "x-requirements": [
          "RUN-AUTH",
          "KEY-CREATED",
          "KEY-REGENERATED",
          "KEY-SCOPE"
        ],
        "x-unspecified": [
          {
            "requirement": "KEY-FORMAT",
            "source": "Section 2.4 does not show what a key looks like.",
            "choice": "An opaque string; the reference server writes wfk_ or thk_ and 32 letters and digits."
          }
        ]
      },
      "toolHostingKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "A tool-hosting API key. It belongs to an organization and is bound to one environment profile. The one-click\nset-up makes or reuses one for a workflow service.\n",
        "x-requirements": [
          "HOST-KEY",
          "HOST-ENV"
        ]
      },
      "consoleSession": {
        "type": "apiKey",
        "in": "cookie",
        "name": "console_session",
        "description": "The session of a user who is signed in to the console. It is accepted by the manifest of an organization, and\nby no other operation.\n",
        "x-requirements": [
          "ORG-AUTH"
        ],
        "x-unspecified": [
          {
            "requirement": "ORG-SESSION",
            "source": "Section 4.3 names a console session and does not show how a request carries it.",
            "choice": "A cookie named console_session; it reads the environment profile named default."
          }
        ]
      }
    },
    "parameters": {
      "Product": {
        "name": "product",
        "in": "path",
        "required": true,
        "description": "The product's name. A service has one; the reference server calls it wfhost unless it is configured.",
        "x-requirements": [
          "PRODUCT-SEGMENT"
        ],
        "schema": {
          "type": "string",
          "minLength": 1,
          "default": "wfhost"
        },
        "examples": {
          "wfhost": {
            "summary": "The stand-in used here",
            "value": "wfhost"
          }
        }
      }
    },
    "headers": {
      "RetryAfter": {
        "description": "When to try again, in seconds from now or as an HTTP-date (RFC 9110, section 10.2.3).",
        "required": true,
        "x-requirements": [
          "LIMIT-RETRY-AFTER"
        ],
        "schema": {
          "title": "seconds or an HTTP-date",
          "type": "string",
          "pattern": "^([0-9]+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$"
        },
        "examples": {
          "seconds": {
            "summary": "In half a minute",
            "value": "30"
          },
          "date": {
            "summary": "At a point in time",
            "value": "Sat, 21 Nov 2026 10:00:30 GMT"
          }
        }
      },
      "WwwAuthenticate": {
        "description": "The scheme to use (RFC 9110, section 15.5.2). It may be missing.",
        "required": false,
        "x-requirements": [
          "KEY-INVALID"
        ],
        "schema": {
          "type": "string"
        },
        "examples": {
          "bearer": {
            "summary": "The Bearer scheme",
            "value": "Bearer"
          }
        }
      }
    },
    "responses": {
      "WorkflowKeyRejected": {
        "description": "The key is missing or invalid.",
        "x-requirements": [
          "KEY-INVALID",
          "KEY-REGENERATED"
        ],
        "headers": {
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WwwAuthenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/WorkflowServiceError"
            },
            "examples": {
              "missingOrInvalid": {
                "summary": "No key, or one that is not valid",
                "value": {
                  "message": "The API key is missing or invalid"
                }
              }
            }
          }
        }
      },
      "WorkflowRateLimited": {
        "description": "The rate limit is exceeded.",
        "x-requirements": [
          "LIMIT-429"
        ],
        "x-unspecified": [
          {
            "requirement": "LIMIT-VALUES",
            "source": "Section 8 shows no numbers and no plan.",
            "choice": "No limit unless one is configured; then a fixed window for each key."
          }
        ],
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/WorkflowServiceError"
            },
            "examples": {
              "exceeded": {
                "summary": "Too many requests",
                "value": {
                  "message": "The rate limit is exceeded"
                }
              }
            }
          }
        }
      },
      "RegistryRateLimited": {
        "description": "The rate limit is exceeded.",
        "x-requirements": [
          "LIMIT-429"
        ],
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/RegistryError"
            },
            "examples": {
              "exceeded": {
                "summary": "Too many requests",
                "value": {
                  "message": "The rate limit is exceeded"
                }
              }
            }
          }
        }
      },
      "ToolHostingKeyRejected": {
        "description": "What authorizes the call, a key or, where one is accepted, a session, is missing or invalid.",
        "x-requirements": [
          "HOST-401"
        ],
        "headers": {
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WwwAuthenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/RegistryError"
            },
            "examples": {
              "missingOrInvalid": {
                "summary": "No key, or one that is not valid",
                "value": {
                  "message": "The API key is missing or invalid"
                }
              }
            }
          }
        }
      },
      "OtherProduct": {
        "description": "The path names another product than the registry serves.",
        "x-requirements": [
          "PRODUCT-SEGMENT"
        ],
        "x-unspecified": [
          {
            "requirement": "REG-ERROR-BODY",
            "source": "The naming note says that a path carries the product's name, and not what another name gets.",
            "choice": "404, before the key is looked at, like a path that does not exist."
          }
        ],
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/RegistryError"
            },
            "examples": {
              "otherProduct": {
                "summary": "Another product",
                "value": {
                  "message": "Nothing is at /v1/public/other/manifest; the document has GET /v1/public/wfhost/manifest"
                }
              }
            }
          }
        }
      },
      "NoPublishedToolsets": {
        "description": "Nothing qualifies for the manifest. The body carries the message \"No published toolsets\".",
        "x-requirements": [
          "MAN-EMPTY"
        ],
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/RegistryError"
            },
            "examples": {
              "noPublishedToolsets": {
                "summary": "Nothing is published",
                "value": {
                  "message": "No published toolsets"
                }
              }
            }
          }
        }
      }
    },
    "schemas": {
      "RunRequest": {
        "type": "object",
        "description": "What a run is given.",
        "required": [
          "args"
        ],
        "x-requirements": [
          "RUN-ARGS"
        ],
        "properties": {
          "args": {
            "type": "array",
            "description": "The arguments, in any order.",
            "x-requirements": [
              "RUN-ARGS"
            ],
            "x-unspecified": [
              {
                "requirement": "RUN-ARG-EXTRA",
                "source": "Sections 2.2 and 7 do not speak of an argument without a parameter, of the same name twice, or of a JSON string for an object parameter.",
                "choice": "An argument without a parameter and a name given twice are answered with 400; a JSON string stays a string and does not fit an object parameter."
              }
            ],
            "items": {
              "$ref": "#/components/schemas/Argument"
            }
          },
          "mode": {
            "type": "string",
            "description": "Whether the response waits for the end of the run.",
            "enum": [
              "sync",
              "async"
            ],
            "x-requirements": [
              "RUN-MODE"
            ],
            "x-unspecified": [
              {
                "requirement": "RUN-MODE-DEFAULT",
                "source": "Section 4.1 does not show the default.",
                "choice": "sync."
              }
            ]
          }
        }
      },
      "Argument": {
        "type": "object",
        "description": "A name and a value for one input parameter of the workflow.",
        "required": [
          "name",
          "value"
        ],
        "x-requirements": [
          "RUN-ARG-NAME",
          "RUN-ARG-VALUE"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "Name of an input parameter.",
            "x-requirements": [
              "RUN-ARG-NAME"
            ]
          },
          "value": {
            "$ref": "#/components/schemas/ArgumentValue"
          }
        }
      },
      "ArgumentValue": {
        "description": "The value, of the type that the workflow expects. A string may hold serialized JSON. `null` is not among\nthe types; inside nested data it is ordinary JSON.\n",
        "x-requirements": [
          "RUN-ARG-VALUE",
          "RUN-ARG-TYPE",
          "RUN-ARG-NULL",
          "RUN-JSON-STRING"
        ],
        "oneOf": [
          {
            "type": "string"
          },
          {
            "type": "number"
          },
          {
            "type": "boolean"
          },
          {
            "type": "object",
            "additionalProperties": true
          },
          {
            "type": "array",
            "items": {}
          }
        ]
      },
      "RunSucceeded": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "A run that succeeded.",
        "required": [
          "status",
          "result",
          "stepOutputs"
        ],
        "x-requirements": [
          "RUN-SYNC-BODY",
          "RUN-STATUS"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "success"
            ],
            "description": "The outcome of the run.",
            "x-requirements": [
              "RUN-STATUS"
            ]
          },
          "result": {
            "description": "The output of the workflow, any JSON.",
            "x-requirements": [
              "RUN-RESULT"
            ]
          },
          "stepOutputs": {
            "$ref": "#/components/schemas/StepOutputs"
          }
        }
      },
      "RunFailed": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "A run that failed.",
        "required": [
          "status",
          "error",
          "stepOutputs"
        ],
        "x-requirements": [
          "RUN-SYNC-BODY",
          "RUN-STATUS"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "failed"
            ],
            "description": "The outcome of the run.",
            "x-requirements": [
              "RUN-STATUS"
            ]
          },
          "error": {
            "$ref": "#/components/schemas/RunError"
          },
          "stepOutputs": {
            "$ref": "#/components/schemas/StepOutputs"
          }
        }
      },
      "RunError": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "Why a run failed.",
        "required": [
          "name",
          "value",
          "traceback"
        ],
        "x-requirements": [
          "RUN-ERROR"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "The type of the error."
          },
          "value": {
            "type": "string",
            "description": "The message of the error."
          },
          "traceback": {
            "type": "string",
            "description": "Where it came from."
          }
        }
      },
      "RunStarted": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "An asynchronous run that has started. The body carries its run ID: in `runId` here, and possibly in a field of\nanother name elsewhere, so keep all of it. It is not the result of a run.\n",
        "minProperties": 1,
        "x-requirements": [
          "RUN-ASYNC",
          "RUN-ASYNC-UNIQUE"
        ],
        "properties": {
          "runId": {
            "description": "The run ID, when the service calls it so.",
            "x-unspecified": [
              {
                "requirement": "RUN-ID-FIELD",
                "source": "Section 2.3 does not show the name of the field that holds the run ID.",
                "choice": "runId, a string."
              }
            ],
            "oneOf": [
              {
                "type": "string",
                "minLength": 1
              },
              {
                "type": "number"
              }
            ]
          },
          "status": {
            "description": "Where the run stands, in any word but those of a run that has ended.",
            "oneOf": [
              {
                "type": "string",
                "pattern": "^(?!(success|failed)$)"
              },
              {
                "type": "number"
              },
              {
                "type": "boolean"
              },
              {
                "type": "null"
              },
              {
                "type": "object",
                "additionalProperties": true
              },
              {
                "type": "array",
                "items": {}
              }
            ]
          }
        },
        "if": {
          "required": [
            "stepOutputs"
          ],
          "properties": {
            "stepOutputs": {}
          }
        },
        "then": {
          "required": [
            "status"
          ],
          "properties": {
            "status": {}
          }
        }
      },
      "StepOutputs": {
        "type": "object",
        "description": "The result of each step that ran, by step identifier.",
        "x-requirements": [
          "RUN-STEPS"
        ],
        "additionalProperties": {
          "oneOf": [
            {
              "$ref": "#/components/schemas/StepSucceeded"
            },
            {
              "$ref": "#/components/schemas/StepFailed"
            }
          ]
        }
      },
      "StepSucceeded": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "A step that succeeded.",
        "required": [
          "status",
          "result"
        ],
        "x-requirements": [
          "RUN-STEPS"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "success"
            ],
            "description": "The outcome of the step."
          },
          "result": {
            "description": "The output of the step, any JSON."
          }
        }
      },
      "StepFailed": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "A step that failed.",
        "required": [
          "status",
          "error"
        ],
        "x-requirements": [
          "RUN-STEPS",
          "RUN-STEPS-FAILED"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "failed"
            ],
            "description": "The outcome of the step."
          },
          "error": {
            "$ref": "#/components/schemas/StepError"
          }
        }
      },
      "StepError": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "Why a step failed.",
        "required": [
          "name",
          "value"
        ],
        "x-requirements": [
          "RUN-STEPS",
          "RUN-STEPS-FAILED"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "The type of the error."
          },
          "value": {
            "type": "string",
            "description": "The message of the error."
          }
        }
      },
      "Manifest": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "The tool sets that a key may use, and where to execute their tools.",
        "x-requirements": [
          "MAN-CONTENT",
          "MAN-EXECUTE",
          "ENTRY-STEPS"
        ],
        "x-unspecified": [
          {
            "requirement": "MAN-BODY",
            "source": "Section 2.5a says what the manifest lists and shows none of its fields.",
            "choice": "executeUrl, and toolsets with id, name, version, visibility and tools; all optional to a reader."
          }
        ],
        "properties": {
          "executeUrl": {
            "type": "string",
            "description": "Address of the execute endpoint.",
            "x-requirements": [
              "MAN-EXECUTE"
            ]
          },
          "toolsets": {
            "type": "array",
            "description": "The tool sets in the version that the key's environment profile uses.",
            "x-requirements": [
              "MAN-CONTENT"
            ],
            "items": {
              "$ref": "#/components/schemas/Toolset"
            }
          }
        }
      },
      "Toolset": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "A tool set in one version.",
        "x-requirements": [
          "MAN-CONTENT",
          "MAN-VERSION"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "Identifier of the tool set."
          },
          "name": {
            "type": "string",
            "description": "Name of the tool set."
          },
          "version": {
            "type": "string",
            "description": "The version that is listed.",
            "x-requirements": [
              "MAN-VERSION"
            ]
          },
          "visibility": {
            "type": "string",
            "description": "private (for its own organization) or public.",
            "examples": [
              "private"
            ]
          },
          "tools": {
            "type": "array",
            "description": "The tools of this version.",
            "items": {
              "$ref": "#/components/schemas/Tool"
            }
          }
        }
      },
      "Tool": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "A tool that can be executed.",
        "x-requirements": [
          "MAN-CONTENT"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "Name of the tool."
          },
          "description": {
            "type": "string",
            "description": "What the tool does."
          },
          "parameters": {
            "type": "array",
            "description": "What the tool is given.",
            "items": {
              "$ref": "#/components/schemas/ToolParameter"
            }
          }
        }
      },
      "ToolParameter": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "A parameter of a tool.",
        "x-requirements": [
          "MAN-CONTENT"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "Name of the parameter."
          },
          "type": {
            "type": "string",
            "description": "string, number, boolean, object or array.",
            "examples": [
              "string"
            ]
          },
          "required": {
            "type": "boolean",
            "description": "Whether it must be given."
          }
        }
      },
      "ExecuteRequest": {
        "type": "object",
        "description": "The tool to execute, and its arguments.",
        "required": [
          "toolset",
          "tool"
        ],
        "x-requirements": [
          "EXE-ENDPOINT"
        ],
        "x-unspecified": [
          {
            "requirement": "EXE-PAYLOAD",
            "source": "Section 4.4 does not show the request payload.",
            "choice": "The ids of tool set and tool as the manifest lists them, and arguments as an object."
          }
        ],
        "properties": {
          "toolset": {
            "type": "string",
            "minLength": 1,
            "description": "Identifier of the tool set."
          },
          "tool": {
            "type": "string",
            "minLength": 1,
            "description": "Name of the tool."
          },
          "arguments": {
            "type": "object",
            "description": "The arguments by name. Nothing is the same as an empty object.",
            "additionalProperties": true
          }
        }
      },
      "Execution": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "What became of an execution.",
        "x-requirements": [
          "EXE-ENDPOINT"
        ],
        "x-unspecified": [
          {
            "requirement": "EXE-PAYLOAD",
            "source": "Section 4.4 does not show the response payload.",
            "choice": "The form of a step output, status with result or error, carried by 200."
          }
        ],
        "properties": {
          "status": {
            "type": "string",
            "description": "success or failed.",
            "examples": [
              "success"
            ]
          },
          "result": {
            "description": "What the tool returned, any JSON."
          },
          "error": {
            "$ref": "#/components/schemas/ExecutionError"
          }
        }
      },
      "ExecutionError": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "Why an execution failed.",
        "x-requirements": [
          "EXE-ENDPOINT"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "The type of the error."
          },
          "value": {
            "type": "string",
            "description": "The message of the error."
          }
        }
      },
      "WorkflowServiceError": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "Why the workflow service refused a request.",
        "x-unspecified": [
          {
            "requirement": "RUN-ERROR-BODY",
            "source": "Section 7 shows the causes of the errors and not their bodies.",
            "choice": "A JSON object with a message that names the place."
          }
        ],
        "properties": {
          "message": {
            "type": "string",
            "description": "What is wrong, for a person."
          }
        }
      },
      "RegistryError": {
        "type": "object",
        "allOf": [
          {
            "$ref": "#/components/schemas/FurtherFields"
          }
        ],
        "description": "Why the tool registry refused a request.",
        "x-unspecified": [
          {
            "requirement": "REG-ERROR-BODY",
            "source": "Section 7 says that the shape is not shown, beyond the message \"No published toolsets\".",
            "choice": "A JSON object with a message."
          }
        ],
        "properties": {
          "message": {
            "type": "string",
            "description": "What is wrong, for a person."
          }
        }
      },
      "FurtherFields": {
        "type": "object",
        "additionalProperties": true,
        "description": "Fields that are not described here; a reader keeps them. They are a part of their own, because generated clients\ndrop what an object has beside its properties.\n",
        "x-unspecified": [
          {
            "requirement": "RUN-RECORD",
            "source": "Section 2.3 does not show fields beyond those listed.",
            "choice": "None are sent; a reader keeps any that it finds."
          }
        ]
      }
    }
  }
} as const
