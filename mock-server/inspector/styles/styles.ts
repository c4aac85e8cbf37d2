import buttons from './buttons.css?inline'
import code from './code.css?inline'
import details from './details.css?inline'
import editor from './editor.css?inline'
import faults from './faults.css?inline'
import firstRequest from './first-request.css?inline'
import forms from './forms.css?inline'
import lists from './lists.css?inline'
import narrowControls from './narrow-controls.css?inline'
import narrowLists from './narrow-lists.css?inline'
import narrowPage from './narrow-page.css?inline'
import narrowSheets from './narrow-sheets.css?inline'
import overlays from './overlays.css?inline'
import page from './page.css?inline'
import runForm from './run-form.css?inline'
import sheets from './sheets.css?inline'
import status from './status.css?inline'
import text from './text.css?inline'
import why from './why.css?inline'

/** The styles of the inspector. The rules for narrow pages come last, because they change the others. */
export const styles = [
  page,
  text,
  buttons,
  overlays,
  code,
  runForm,
  status,
  lists,
  details,
  firstRequest,
  sheets,
  forms,
  faults,
  editor,
  why,
  narrowControls,
  narrowLists,
  narrowSheets,
  narrowPage,
].join('')
