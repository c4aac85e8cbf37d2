import { remove, set } from '../edit-document.ts'
import { at, type DriftEdit } from './drift-edit.ts'

const { execute, run, schemas } = at
const answers = `${run}/post/responses`
const json = 'content/application~1json'

/** Edits of marks and examples, and slips of the hand. */
export const proseEdits: readonly DriftEdit[] = [
  {
    edit: 'the id of a requirement is misspelt',
    apply: set(`${run}/post/x-requirements/0`, 'RUN-ENDPIONT'),
    caughtBy: 'register',
  },
  {
    edit: 'an element names another requirement',
    apply: set(`${answers}/404/x-requirements/0`, 'FLOW-ARCHIVED'),
    caughtBy: 'register',
  },
  {
    edit: 'a guess names a requirement that is documented',
    apply: set(`${answers}/504/x-unspecified/0/requirement`, 'RUN-OK'),
    caughtBy: 'register',
  },
  { edit: 'a guess is no longer marked as one', apply: remove(`${answers}/504/x-unspecified`), caughtBy: 'register' },
  {
    edit: 'a guess does not say what is chosen',
    apply: remove(`${schemas}/ExecuteRequest/x-unspecified/0/choice`),
    caughtBy: 'register',
  },
  {
    edit: 'the example of a failed run has no traceback',
    apply: remove(`${answers}/200/${json}/examples/failed/value/error/traceback`),
    caughtBy: 'examples',
  },
  {
    edit: 'the example of an asynchronous run has a mode that is not one',
    apply: set(`${run}/post/requestBody/${json}/examples/async/value/mode`, 'later'),
    caughtBy: 'examples',
  },
  { edit: 'the answer 504 has no example', apply: remove(`${answers}/504/${json}/examples`), caughtBy: 'examples' },
  {
    edit: 'an example of Retry-After is neither seconds nor a date',
    apply: set('/components/headers/RetryAfter/examples/seconds/value', 'soon'),
    caughtBy: 'examples',
  },
  {
    edit: 'the example of a flowId is empty',
    apply: set(`${run}/post/parameters/0/examples/supportTriage/value`, ''),
    caughtBy: 'examples',
  },
  {
    edit: 'a reference leads nowhere',
    apply: set(`${execute}/post/responses/200/${json}/schema/$ref`, '#/components/schemas/Executions'),
    caughtBy: 'generator',
  },
  { edit: 'a keyword is misspelt', apply: set(`${schemas}/RunError/requird`, ['name']), caughtBy: 'generator' },
]
