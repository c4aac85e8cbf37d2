import type { OperationId } from '@wfhost/openapi'
import { executeToolOperation } from './execute-tool.ts'
import type { Operation } from './operation.ts'
import { readManifestOperation } from './read-manifest.ts'
import { readOrganizationManifestOperation } from './read-organization-manifest.ts'
import { runWorkflowOperation } from './run-workflow.ts'

/** The operations of the API document. */
export const operations: Readonly<Record<OperationId, Operation>> = {
  runPublishedWorkflow: runWorkflowOperation,
  getPublicManifest: readManifestOperation,
  getOrganizationManifest: readOrganizationManifestOperation,
  executeTool: executeToolOperation,
}
