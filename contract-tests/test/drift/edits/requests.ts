import { remove, rename, set } from '../edit-document.ts'
import { at, type DriftEdit } from './drift-edit.ts'

const { execute, run, schemas } = at
const runContent = `${run}/post/requestBody/content`

/** Edits of what is sent. */
export const requestEdits: readonly DriftEdit[] = [
  { edit: 'a run needs no args', apply: remove(`${schemas}/RunRequest/required`), caughtBy: 'server requests' },
  { edit: 'a run needs a mode', apply: set(`${schemas}/RunRequest/required/-`, 'mode'), caughtBy: 'server requests' },
  {
    edit: 'the mode of a run is required to be a list',
    apply: set(`${schemas}/RunRequest/properties/mode`, { type: 'array', items: {} }),
    caughtBy: 'client requests',
  },
  {
    edit: 'there is a mode batch',
    apply: set(`${schemas}/RunRequest/properties/mode/enum/-`, 'batch'),
    caughtBy: 'server requests',
  },
  { edit: 'there is no mode async', apply: remove(`${schemas}/RunRequest/properties/mode/enum/1`), caughtBy: 'client requests' },
  { edit: 'a mode may be any text', apply: remove(`${schemas}/RunRequest/properties/mode/enum`), caughtBy: 'Prism requests' },
  { edit: 'an argument needs no value', apply: remove(`${schemas}/Argument/required/1`), caughtBy: 'Prism requests' },
  { edit: 'an argument is called key', apply: rename(`${schemas}/Argument/properties/name`, 'key'), caughtBy: 'generator' },
  { edit: 'a value is never a boolean', apply: remove(`${schemas}/ArgumentValue/oneOf/2`), caughtBy: 'client against Prism' },
  { edit: 'a value may be null', apply: set(`${schemas}/ArgumentValue/oneOf/-`, { type: 'null' }), caughtBy: 'server requests' },
  {
    edit: 'the id of a tool set may be empty',
    apply: remove(`${schemas}/ExecuteRequest/properties/toolset/minLength`),
    caughtBy: 'server requests',
  },
  {
    edit: 'an execution needs arguments',
    apply: set(`${schemas}/ExecuteRequest/required/-`, 'arguments'),
    caughtBy: 'server requests',
  },
  {
    edit: 'an execution takes no other fields',
    apply: set(`${schemas}/ExecuteRequest/additionalProperties`, false),
    caughtBy: 'server requests',
  },
  { edit: 'the body of a run is optional', apply: set(`${run}/post/requestBody/required`, false), caughtBy: 'server requests' },
  {
    edit: 'the body of an execution is optional',
    apply: remove(`${execute}/post/requestBody/required`),
    caughtBy: 'server requests',
  },
  {
    edit: 'the body of a run is of another content type',
    apply: rename(`${runContent}/application~1json`, 'application/vnd.flow+json'),
    caughtBy: 'generator',
  },
  {
    edit: 'the body of a run may be plain text, too',
    apply: set(`${runContent}/text~1plain`, { schema: { type: 'string' } }),
    caughtBy: 'server requests',
  },
]
