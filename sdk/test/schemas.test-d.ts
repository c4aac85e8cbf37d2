import type { components } from '@wfhost/openapi'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import type { responseSchemas } from '@wfhost/sdk/schemas'
import { expectTypeOf, test } from 'vitest'
import type * as z from 'zod'

type Documented = components['schemas']
type Workflows = typeof responseSchemas.runPublishedWorkflow

test('the schemas and the types that are generated from the document are the same, either way', () => {
  type Ended = Documented['RunSucceeded'] | Documented['RunFailed']
  expectTypeOf<z.infer<Workflows[200]['body']>>().toEqualTypeOf<Ended | Documented['RunStarted']>()
  expectTypeOf<z.infer<Workflows[202]['body']>>().toEqualTypeOf<Documented['RunStarted']>()
  expectTypeOf<z.infer<Workflows[404]['body']>>().toEqualTypeOf<Documented['WorkflowServiceError']>()
  expectTypeOf<z.infer<(typeof responseSchemas.getPublicManifest)[200]['body']>>().toEqualTypeOf<Documented['Manifest']>()
  expectTypeOf<z.infer<(typeof responseSchemas.executeTool)[200]['body']>>().toEqualTypeOf<Documented['Execution']>()
  expectTypeOf<z.infer<(typeof responseSchemas.executeTool)[402]['body']>>().toEqualTypeOf<Documented['RegistryError']>()
})

test('a misspelt field of an answer does not compile', async () => {
  const run = await createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' }).run('flow')
  const manifest = await createRegistryClient({ registryUrl: 'http://localhost', apiKey: 'canary' }).manifest()
  // @ts-expect-error the field is called result
  void run.reslt
  // @ts-expect-error the field is called toolsets
  void manifest.toolset
  // @ts-expect-error the field is called status
  void run.stepOutputs['a']?.stats
})
