import { both, remove, set } from '../edit-document.ts'
import { at, type DriftEdit } from './drift-edit.ts'

const { responses, run, schemas } = at

/** Edits of what comes back. */
export const answerEdits: readonly DriftEdit[] = [
  {
    edit: 'the traceback of a failed run is no longer required',
    apply: remove(`${schemas}/RunError/required/2`),
    caughtBy: 'client answers',
  },
  {
    edit: 'the error of a run must have a code',
    apply: both(set(`${schemas}/RunError/properties/code`, {}), set(`${schemas}/RunError/required/-`, 'code')),
    caughtBy: 'server answers',
  },
  {
    edit: 'the stepOutputs of a run that succeeded are no longer required',
    apply: remove(`${schemas}/RunSucceeded/required/2`),
    caughtBy: 'client answers',
  },
  {
    edit: 'the result of a run that succeeded is no longer required',
    apply: remove(`${schemas}/RunSucceeded/required/1`),
    caughtBy: 'Prism answers',
  },
  {
    edit: 'the message of an error of a run may be anything',
    apply: remove(`${schemas}/RunError/properties/value/type`),
    caughtBy: 'client answers',
  },
  {
    edit: 'the message of an error of a run is a number',
    apply: set(`${schemas}/RunError/properties/value/type`, 'number'),
    caughtBy: 'server answers',
  },
  {
    edit: 'a failed run may call itself cancelled',
    apply: set(`${schemas}/RunFailed/properties/status/enum/-`, 'cancelled'),
    caughtBy: 'generator',
  },
  {
    edit: 'a step may be skipped',
    apply: set(`${schemas}/StepSucceeded/properties/status/enum/-`, 'skipped'),
    caughtBy: 'client answers',
  },
  {
    edit: 'a step that failed calls itself error',
    apply: set(`${schemas}/StepFailed/properties/status/enum/0`, 'error'),
    caughtBy: 'server answers',
  },
  {
    edit: 'no step can fail',
    apply: remove(`${schemas}/StepOutputs/additionalProperties/oneOf/1`),
    caughtBy: 'server answers',
  },
  {
    edit: 'the steps may be anything',
    apply: set(`${schemas}/StepOutputs/additionalProperties`, {}),
    caughtBy: 'Prism answers',
  },
  {
    edit: 'a run cannot be answered as started',
    apply: remove(`${run}/post/responses/200/content/application~1json/schema/oneOf/2`),
    caughtBy: 'server answers',
  },
  {
    edit: 'the answer to an asynchronous start may be empty',
    apply: remove(`${schemas}/RunStarted/minProperties`),
    caughtBy: 'client answers',
  },
  {
    edit: 'the answer to an asynchronous start may be the result of a run',
    apply: remove(`${schemas}/RunStarted/not`),
    caughtBy: 'generator',
  },
  {
    edit: 'the answer to an asynchronous start may have step outputs and no status',
    apply: remove(`${schemas}/RunStarted/dependentRequired`),
    caughtBy: 'client answers',
  },
  {
    edit: 'a run ID may be empty',
    apply: remove(`${schemas}/RunStarted/properties/runId/oneOf/0/minLength`),
    caughtBy: 'client answers',
  },
  {
    edit: 'a run ID is never a number',
    apply: remove(`${schemas}/RunStarted/properties/runId/oneOf/1`),
    caughtBy: 'Prism answers',
  },
  {
    edit: 'a manifest must have toolsets',
    apply: set(`${schemas}/Manifest/required`, ['toolsets']),
    caughtBy: 'client answers',
  },
  {
    edit: 'the toolsets of a manifest are an object',
    apply: set(`${schemas}/Manifest/properties/toolsets`, { type: 'object' }),
    caughtBy: 'server answers',
  },
  {
    edit: 'the version of a tool set is a number',
    apply: set(`${schemas}/Toolset/properties/version/type`, 'number'),
    caughtBy: 'server answers',
  },
  {
    edit: 'a parameter of a tool has no other fields',
    apply: set(`${schemas}/ToolParameter/additionalProperties`, false),
    caughtBy: 'client answers',
  },
  {
    edit: 'whether a parameter of a tool is required is a text',
    apply: set(`${schemas}/ToolParameter/properties/required/type`, 'string'),
    caughtBy: 'server answers',
  },
  {
    edit: 'the error of an execution has a traceback, as that of a run',
    apply: set(`${schemas}/Execution/properties/error/$ref`, '#/components/schemas/RunError'),
    caughtBy: 'server answers',
  },
  {
    edit: 'an error of the workflow service must have a message',
    apply: set(`${schemas}/WorkflowServiceError/required`, ['message']),
    caughtBy: 'client answers',
  },
  {
    edit: 'the message of an error of the workflow service is a number',
    apply: set(`${schemas}/WorkflowServiceError/properties/message/type`, 'number'),
    caughtBy: 'server answers',
  },
  {
    edit: 'Retry-After is optional',
    apply: set('/components/headers/RetryAfter/required', false),
    caughtBy: 'client answers',
  },
  {
    edit: 'Retry-After may be anything',
    apply: remove('/components/headers/RetryAfter/schema/pattern'),
    caughtBy: 'Prism answers',
  },
  {
    edit: 'Retry-After is never a date',
    apply: set('/components/headers/RetryAfter/schema/pattern', '^[0-9]+$'),
    caughtBy: 'client answers',
  },
  {
    edit: 'a rate limit of the workflow service is told without Retry-After',
    apply: remove(`${responses}/WorkflowRateLimited/headers`),
    caughtBy: 'client answers',
  },
  {
    edit: 'a refused key is always told the scheme to use',
    apply: set('/components/headers/WwwAuthenticate/required', true),
    caughtBy: 'client answers',
  },
]
