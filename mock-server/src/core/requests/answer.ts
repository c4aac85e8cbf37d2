/** The answer of an operation: a status, a JSON body, and headers if it has any. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Thrown to end the handling of a request with an error response. It is not an Error: nobody would read the stack, and
 * capturing it takes longer than the rest of a refusal.
 */
export class Refusal {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** A refusal with a message (RUN-ERROR-BODY, REG-ERROR-BODY). */
export function refuse(status: number, message: string): Refusal {
  return new Refusal({ status, body: { message } })
}
