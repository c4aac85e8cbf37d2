/** A body of JSON. */
export function json(schema: object): object {
  return { 'application/json': { schema } }
}

/** An answer that says why something was not done. */
export function refusal(description: string): object {
  return {
    description,
    content: json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
  }
}

/** Of everything that is not for everybody. */
export const forbidden = refusal('The control surface is not for who asked, and why.')
