import { both, type Edit, set } from '../edit-document.ts'
import { at } from './drift-edit.ts'

const { execute, run, schemas } = at

/** Edits after which the document says the same, or what nothing has to follow. */
export const harmlessEdits: readonly { readonly edit: string; readonly apply: Edit }[] = [
  { edit: 'a description is worded anew', apply: set(`${run}/post/description`, 'Starts a run.') },
  { edit: 'a summary is worded anew', apply: set(`${execute}/post/summary`, 'Execute a tool') },
  {
    edit: 'an optional field of a tool is described',
    apply: set(`${schemas}/Tool/properties/icon`, { description: 'Its icon.' }),
  },
  { edit: 'what may be anything is said to be so', apply: set(`${schemas}/Tool/additionalProperties`, true) },
  { edit: 'the fields that are required stand in another order', apply: set(`${schemas}/StepError/required`, ['value', 'name']) },
  {
    edit: 'a tag has another name',
    apply: both(set('/tags/0/name', 'Runs'), set(`${run}/post/tags/0`, 'Runs')),
  },
]
