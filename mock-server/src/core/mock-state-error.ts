/** A call names something that does not exist, is not possible in this state, or has a wrong value. */
export class MockStateError extends Error {
  override readonly name = 'MockStateError'
}
