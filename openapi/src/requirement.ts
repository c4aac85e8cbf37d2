import type { RequirementId } from '../generated/requirements.ts'

/** One requirement: a statement of the source document, or a question that it leaves open. */
export interface Requirement {
  /** The id, which the API document, the tests of every package and the reports use. */
  readonly id: RequirementId
  /** The sections of the source document that state it, such as `4.1, 9`. */
  readonly section: string
  /** The kind of evidence: D documented, R derived from the source document, N not shown by it. */
  readonly evidence: 'D' | 'R' | 'N'
  /** The requirement in one sentence. */
  readonly statement: string
  /** JSON pointers to the elements of the API document that cover it. @default `reason` explains why no element does */
  readonly places?: readonly string[]
  /** The reason why no element of the API document covers it. @default `places` lists the elements */
  readonly reason?: string
  /** The answer of the reference server to an open question. @default the question is not open */
  readonly choice?: string
  /** The fact that would settle an open question. @default the question is not open */
  readonly settledBy?: string
  /** The reason why no client can observe whether a server meets it. @default a client can observe it */
  readonly unobservable?: string
}
