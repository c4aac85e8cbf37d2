/** A JSON body. */
export function json(schema: object): object {
  return { 'application/json': { schema } }
}

/** A response that says why a request was refused. */
export function refusal(description: string): object {
  return {
    description,
    content: json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
  }
}

/** The response to a client that may not use the control surface. */
export const forbidden = refusal('The control surface is not for who asked, and why.')
