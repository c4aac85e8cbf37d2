/** A question about the program, to the thread with the language service. */
export type Question =
  | { readonly kind: 'complete' | 'explain'; readonly text: string; readonly position: number }
  | { readonly kind: 'describe'; readonly text: string; readonly position: number; readonly name: string }
  | { readonly kind: 'check'; readonly text: string }

/** A name that fits at the position. */
export interface Completion {
  readonly name: string
  /** The kind of the name, such as `method`. */
  readonly kind: string
}

/** The type and the documentation of a name. */
export interface Explanation {
  readonly from: number
  readonly to: number
  readonly type: string
  readonly documentation: string
}

/** A message of the compiler. */
export interface ProgramProblem {
  readonly from: number
  readonly to: number
  readonly message: string
}

export interface Answers {
  readonly complete: readonly Completion[]
  readonly explain: Explanation | undefined
  readonly describe: Explanation | undefined
  readonly check: readonly ProgramProblem[]
}

/** A question with the number that its answer has, too. */
export interface NumberedQuestion {
  readonly id: number
  readonly question: Question
}

export interface NumberedAnswer {
  readonly id: number
  readonly answer: Answers[keyof Answers]
}
