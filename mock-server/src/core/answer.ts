/** What an operation answers: a status, a body that is JSON, and headers if it has any of its own. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Thrown to end the handling of a request with an answer that is an error. It is no Error itself: nobody ever reads the
 * stack, which takes longer to write down than all the rest of a refusal.
 */
export class Refusal {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** A refusal with a message for a person (RUN-ERROR-BODY, REG-ERROR-BODY). */
export function refuse(status: number, message: string): Refusal {
  return new Refusal({ status, body: { message } })
}
