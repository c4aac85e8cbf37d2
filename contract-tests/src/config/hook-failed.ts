/** A hook of the target did not do what it is for, so nothing is known of the check that needed it. */
export class HookFailed extends Error {
  override readonly name = 'HookFailed'
}
