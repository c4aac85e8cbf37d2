/** What an operation answers: a status, a body that is JSON, and headers if it has any of its own. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Ends the handling of a request with an answer that is an error. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

/** A refusal with a message for a person (RUN-ERROR-BODY, REG-ERROR-BODY). */
export function refuse(status: number, message: string): Refusal {
  return new Refusal({ status, body: { message } })
}
