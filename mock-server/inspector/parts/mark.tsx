import { MARK } from '@wfhost/internal/design-tokens'

/** The mark of the project. */
export function Mark() {
  return <span class="mark" dangerouslySetInnerHTML={{ __html: MARK }} />
}
