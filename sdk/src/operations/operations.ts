import type { OperationId } from '@wfhost/openapi'
import { executeToolOperation } from './execute-tool/operation.ts'
import type { Operation } from './operation.ts'
import { readManifestOperation } from './read-manifest/operation.ts'
import { readOrganizationManifestOperation } from './read-organization-manifest/operation.ts'
import { runWorkflowOperation } from './run-workflow/operation.ts'

/** How the client sends each operation. Every client bundles this table, so methods and schemas are elsewhere. */
export const operations = {
  runPublishedWorkflow: runWorkflowOperation,
  getPublicManifest: readManifestOperation,
  getOrganizationManifest: readOrganizationManifestOperation,
  executeTool: executeToolOperation,
} as const satisfies { readonly [Id in OperationId]: Operation<Id> }
