import { both, remove, rename, set } from '../edit-document.ts'
import { at, type DriftEdit } from './drift-edit.ts'

const { execute, manifest, organization, run } = at

/** Edits of where the operations are, how they may answer, and who may call them. */
export const operationEdits: readonly DriftEdit[] = [
  { edit: 'the path of a run is renamed', apply: rename(run, '/api/v3/flows/{flowId}/run'), caughtBy: 'client requests' },
  {
    edit: 'the path of an execution is renamed',
    apply: rename(execute, '/v1/public/{product}/executions'),
    caughtBy: 'operation table',
  },
  {
    edit: 'the path of the public manifest lacks its product',
    apply: rename(manifest, '/v1/public/manifest'),
    caughtBy: 'client against Prism',
  },
  {
    edit: 'the public manifest is read by POST',
    apply: rename(`${manifest}/get`, 'post'),
    caughtBy: 'client against Prism',
  },
  { edit: 'an operationId is renamed', apply: set(`${execute}/post/operationId`, 'runTool'), caughtBy: 'client requests' },
  {
    edit: 'an operationId is taken by another operation',
    apply: set(`${manifest}/get/operationId`, 'executeTool'),
    caughtBy: 'operation table',
  },
  { edit: 'a run can no longer answer 404', apply: remove(`${run}/post/responses/404`), caughtBy: 'server answers' },
  { edit: 'an execution can no longer answer 404', apply: remove(`${execute}/post/responses/404`), caughtBy: 'Prism answers' },
  { edit: 'an execution can no longer answer 402', apply: remove(`${execute}/post/responses/402`), caughtBy: 'operation table' },
  {
    edit: 'the public manifest can no longer be limited',
    apply: remove(`${manifest}/get/responses/429`),
    caughtBy: 'client answers',
  },
  {
    edit: 'an execution may answer 409',
    apply: set(`${execute}/post/responses/409`, { $ref: '#/components/responses/ToolHostingKeyRejected' }),
    caughtBy: 'client answers',
  },
  {
    edit: 'an asynchronous start answers 201 instead of 202',
    apply: rename(`${run}/post/responses/202`, '201'),
    caughtBy: 'Prism answers',
  },
  {
    edit: 'executions go to the workflow service',
    apply: set(`${execute}/servers/0/url`, '{base_url}'),
    caughtBy: 'operation table',
  },
  {
    edit: 'the parameter of a run is renamed where it is described',
    apply: set(`${run}/post/parameters/0/name`, 'workflowId'),
    caughtBy: 'client requests',
  },
  {
    edit: 'the parameter of a run is renamed in both places',
    apply: both(
      set(`${run}/post/parameters/0/name`, 'workflowId'),
      rename(run, '/api/v2/external/flows/{workflowId}/published-run'),
    ),
    caughtBy: 'operation table',
  },
  { edit: 'a flowId may be empty', apply: remove(`${run}/post/parameters/0/schema/minLength`), caughtBy: 'client parameters' },
  {
    edit: 'a product has at most ten characters',
    apply: set('/components/parameters/Product/schema/maxLength', 10),
    caughtBy: 'client parameters',
  },
  {
    edit: 'the public manifest needs a page',
    apply: set(`${manifest}/parameters/-`, { name: 'page', in: 'query', required: true, schema: { type: 'string' } }),
    caughtBy: 'client requests',
  },
  {
    edit: 'a run needs an idempotency key',
    apply: set(`${run}/post/parameters/-`, {
      name: 'idempotency-key',
      in: 'header',
      required: true,
      schema: { type: 'string' },
    }),
    caughtBy: 'client against Prism',
  },
  {
    edit: 'the key of a workflow is sent by Basic',
    apply: set('/components/securitySchemes/workflowKey/scheme', 'basic'),
    caughtBy: 'client requests',
  },
  {
    edit: 'a session no longer reads the manifest of an organization',
    apply: remove(`${organization}/get/security/1`),
    caughtBy: 'client requests',
  },
  { edit: 'an execution needs no key', apply: set(`${execute}/post/security`, []), caughtBy: 'server credentials' },
  {
    edit: 'a session executes tools',
    apply: set(`${execute}/post/security/-`, { consoleSession: [] }),
    caughtBy: 'server credentials',
  },
  {
    edit: 'the cookie of a session has another name',
    apply: set('/components/securitySchemes/consoleSession/name', 'sid'),
    caughtBy: 'client against Prism',
  },
  {
    edit: 'the security scheme of a session is gone',
    apply: remove('/components/securitySchemes/consoleSession'),
    caughtBy: 'server credentials',
  },
]
