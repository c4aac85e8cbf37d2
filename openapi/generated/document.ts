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
    "description": "Two services work together. The **workflow service** runs a published workflow on request. The **tool\nregistry** lists the published tool sets of an organization in a manifest and executes their tools, so that a\nworkflow can use them as steps.\n\nThe product segment of the registry paths (`wfhost` here) is a placeholder for the product's name on the real\nservice. The response to a path with another name is 404.\n\nAfter a 429, you can send the call again, because the service did nothing. Wait for `Retry-After`, and longer after\neach further 429 (exponential backoff, with some randomness). After a 504 or without a response, the run or the\nexecution may have happened: do not send it again before you have checked that.\n",
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
      "choice": "The document has no webhooks. A webhook that starts a workflow is a request to runPublishedWorkflow."
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
        "description": "Starts a run with the given arguments. In mode `sync`, the service responds when the workflow has ended. In mode\n`async`, it responds immediately with a run ID, and the workflow continues in the background.\n\nA run that fails is a successful call: the body has `status: failed`, and the reference server responds with 200.\nAfter a 429, wait for `Retry-After`, and longer each time (exponential backoff).\n",
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
            "source": "Section 7 lists the errors, and does not say which one a request with two faults gets.",
            "choice": "401 before 429 before 404 before 403 before 400. On the registry: 401, 429, 403, 400, 404, 402."
          },
          {
            "requirement": "RUN-STATUS-ENDPOINT",
            "source": "Section 4.1 shows no endpoint for the status of an asynchronous run.",
            "choice": "The document defines none. A test can wait for a run of the reference server in process."
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
            "description": "Identifier of the workflow, from its page in the workspace. Any string that is not empty.",
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
                "summary": "A workflow with a payload",
                "value": "webhook-intake"
              },
              "noArguments": {
                "summary": "A workflow that returns its arguments",
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
                  "summary": "Return immediately with a run ID",
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
                  "summary": "Every type that a value can have",
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
                "source": "Section 7 shows the body of a failed run, and not its status.",
                "choice": "200, because the call succeeded and only the run failed."
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
                    "summary": "The payload that the workflow received",
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
            "description": "The asynchronous run has started. Some services respond with this status.",
            "x-requirements": [
              "RUN-ASYNC"
            ],
            "x-unspecified": [
              {
                "requirement": "RUN-ID-FIELD",
                "source": "Section 4.1 names 200 for a successful call, and shows no separate status for async.",
                "choice": "200 by default. The document describes 202, too, so that clients accept servers that use it."
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
            "description": "The body is malformed, or an argument is missing, or an argument does not have the expected type.",
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
            "description": "The key is valid, but has no access to this workflow.",
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
            "description": "The workflow does not exist, is not published, or is archived.",
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
                    "summary": "An unknown, unpublished or archived workflow",
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
            "description": "The synchronous run took longer than the service waits. The run can continue.",
            "x-requirements": [
              "RUN-TIMEOUT"
            ],
            "x-unspecified": [
              {
                "requirement": "RUN-TIMEOUT-FORM",
                "source": "Section 8 says that a synchronous request can time out. It shows neither the time limit nor the response.",
                "choice": "504 after a time limit, which is off by default."
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
        "description": "Lists every tool set of the key's organization, private or public, that has a version published to the key's\nenvironment profile and at least one tool. The URL contains no organization.\n",
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
        "description": "Lists the content of the public manifest for the organization in the path. The request carries a key of that\norganization, or the session of a user who is signed in to the console. A tool set without a published version is\nlisted in its latest version.\n",
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
            "description": "The organization's tool sets, in the published version, or in the latest one if none is published.",
            "x-requirements": [
              "ORG-CONTENT",
              "ORG-FALLBACK"
            ],
            "x-unspecified": [
              {
                "requirement": "ORG-FALLBACK-SCOPE",
                "source": "Section 4.3 has a fallback \"when nothing is published\". It does not say whether that is about the organization or about one tool set.",
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
                "source": "Section 4.3 is about the signed-in user's organization. It does not say how the registry responds for another one.",
                "choice": "403, also for an unknown organization, so that the response does not reveal whether it exists."
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
        "description": "Runs a tool in the sandbox of its tool set. The key's environment profile determines the version and the\nenvironment variables. Each successful execution uses one credit of the organization that owns the key, whether\na user or a step of a workflow requests it. A failed execution uses none.\n",
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
                    "summary": "The tool failed, and used no credit",
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
                "choice": "400, with the path of the wrong value."
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
                "source": "Section 8 does not say how the registry responds if the balance is empty.",
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
                "source": "Section 4.4 does not say how the registry responds for an unknown tool.",
                "choice": "404, with the requested names."
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
        "description": "The API key of one workflow. The first publication of the workflow creates it. Regeneration invalidates the\nprevious key immediately.\n",
        "x-requirements": [
          "RUN-AUTH",
          "KEY-CREATED",
          "KEY-REGENERATED",
          "KEY-SCOPE"
        ],
        "x-unspecified": [
          {
            "requirement": "KEY-FORMAT",
            "source": "Section 2.4 does not show the format of a key.",
            "choice": "An opaque string. The reference server uses wfk_ or thk_ and 32 letters and digits."
          }
        ]
      },
      "toolHostingKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "A tool-hosting API key. It belongs to an organization and is bound to one environment profile. The one-click\nset-up creates or reuses one for a workflow service.\n",
        "x-requirements": [
          "HOST-KEY",
          "HOST-ENV"
        ]
      },
      "consoleSession": {
        "type": "apiKey",
        "in": "cookie",
        "name": "console_session",
        "description": "The session of a user who is signed in to the console. Only the manifest of an organization accepts it.\n",
        "x-requirements": [
          "ORG-AUTH"
        ],
        "x-unspecified": [
          {
            "requirement": "ORG-SESSION",
            "source": "Section 4.3 names a console session. It does not show how a request carries it.",
            "choice": "A cookie named console_session, which reads the environment profile named default."
          }
        ]
      }
    },
    "parameters": {
      "Product": {
        "name": "product",
        "in": "path",
        "required": true,
        "description": "The name of the product. The reference server uses wfhost, unless another name is configured.",
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
            "summary": "The placeholder in this document",
            "value": "wfhost"
          }
        }
      }
    },
    "headers": {
      "RetryAfter": {
        "description": "The time to wait in seconds, or the HTTP-date of the next attempt (RFC 9110, section 10.2.3).",
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
        "description": "The authentication scheme (RFC 9110, section 15.5.2). The header is optional.",
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
                "summary": "A missing or invalid key",
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
            "source": "Section 8 shows neither numbers nor plans.",
            "choice": "No limit unless one is configured. Then each key has a fixed window."
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
        "description": "The key is missing or invalid. So is the session, if the operation accepts one.",
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
                "summary": "A missing or invalid key",
                "value": {
                  "message": "The API key is missing or invalid"
                }
              }
            }
          }
        }
      },
      "OtherProduct": {
        "description": "The path contains the name of another product.",
        "x-requirements": [
          "PRODUCT-SEGMENT"
        ],
        "x-unspecified": [
          {
            "requirement": "REG-ERROR-BODY",
            "source": "The naming note says that a path contains the product's name. It does not say how the registry responds to another name.",
            "choice": "404 before the key is checked, as for a path that does not exist."
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
                  "message": "No operation is at /v1/public/other/manifest; the document has GET /v1/public/wfhost/manifest"
                }
              }
            }
          }
        }
      },
      "NoPublishedToolsets": {
        "description": "No tool set qualifies for the manifest. The body has the message \"No published toolsets\".",
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
        "description": "The arguments and the mode of a run.",
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
                "source": "Sections 2.2 and 7 do not mention an argument without a parameter, a repeated name, or a JSON string for an object parameter.",
                "choice": "The response to an argument without a parameter and to a repeated name is 400. A JSON string stays a string, and does not match an object parameter."
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
        "description": "The value, of the type that the workflow expects. A string can contain serialized JSON. `null` is not one of the\ntypes. Inside nested data, it is ordinary JSON.\n",
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
            "description": "The output of the workflow, any JSON value.",
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
            "description": "The place of the error in the workflow."
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
        "description": "An asynchronous run that has started. The body contains its run ID. In this document the field is `runId`; other\nservices can use another name, so keep the whole body. The body is not the result of a run.\n",
        "minProperties": 1,
        "x-requirements": [
          "RUN-ASYNC",
          "RUN-ASYNC-UNIQUE"
        ],
        "properties": {
          "runId": {
            "description": "The run ID, if the service uses this name.",
            "x-unspecified": [
              {
                "requirement": "RUN-ID-FIELD",
                "source": "Section 2.3 does not show the name of the field with the run ID.",
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
            "description": "The state of the run. It is not one of the states of a run that has ended.",
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
            "description": "The output of the step, any JSON value."
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
            "source": "Section 2.5a says what the manifest lists. It shows none of the fields.",
            "choice": "executeUrl, and toolsets with id, name, version, visibility and tools. Clients treat all of them as optional."
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
        "description": "One version of a tool set.",
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
            "description": "The listed version.",
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
            "description": "A description of the tool."
          },
          "parameters": {
            "type": "array",
            "description": "The parameters of the tool.",
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
            "description": "Whether the parameter is required."
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
            "choice": "The identifiers of the tool set and the tool in the manifest, and the arguments as an object."
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
            "description": "The arguments by name. A missing member is the same as an empty object.",
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
        "description": "The outcome of an execution.",
        "x-requirements": [
          "EXE-ENDPOINT"
        ],
        "x-unspecified": [
          {
            "requirement": "EXE-PAYLOAD",
            "source": "Section 4.4 does not show the response payload.",
            "choice": "The format of a step output: status with result or error. The status of the response is 200."
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
            "description": "The result of the tool, any JSON value."
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
            "source": "Section 7 shows the causes of the errors, and not their bodies.",
            "choice": "A JSON object with a message that contains the path of the wrong value."
          }
        ],
        "properties": {
          "message": {
            "type": "string",
            "description": "A message for developers."
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
            "source": "Section 7 says that the format is not shown, except for the message \"No published toolsets\".",
            "choice": "A JSON object with a message."
          }
        ],
        "properties": {
          "message": {
            "type": "string",
            "description": "A message for developers."
          }
        }
      },
      "FurtherFields": {
        "type": "object",
        "additionalProperties": true,
        "description": "Fields that this document does not describe. Clients keep them. They are a schema of their own, because generated\nclients drop additional properties of an object that has properties.\n",
        "x-unspecified": [
          {
            "requirement": "RUN-RECORD",
            "source": "Section 2.3 does not show fields beyond those listed.",
            "choice": "The reference server sends none. Clients keep all fields that they receive."
          }
        ]
      }
    }
  }
} as const
