/** A state operation names something that does not exist, or asks for what its state does not allow. */
export class MockStateError extends Error {
  override readonly name = 'MockStateError'
}
