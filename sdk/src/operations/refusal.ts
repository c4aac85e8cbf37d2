import { open, optional, string } from '../responses/make-schemas.ts'

/** The body of a refusal. No error body is documented (RUN-ERROR-BODY, REG-ERROR-BODY); a message may be in it. */
export const refusal = open({ message: optional(string()) })
