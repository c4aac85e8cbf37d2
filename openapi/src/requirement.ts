import type { RequirementId } from '../generated/requirements.ts'

/** A requirement as the register has it. */
export interface Requirement {
  /** The same in the document, in the tests of every package, and in a report. */
  readonly id: RequirementId
  /** Where the source document states it. */
  readonly section: string
  /** D documented, R derived, N not shown. */
  readonly evidence: 'D' | 'R' | 'N'
  /** What holds, in a sentence. */
  readonly statement: string
  /** JSON pointers of the elements of the document that carry it. */
  readonly places?: readonly string[]
  /** Why no element carries it. */
  readonly reason?: string
  /** What the reference server does about an open question. */
  readonly choice?: string
  /** What would settle an open question. */
  readonly settledBy?: string
  /** Why a client of the four endpoints cannot see whether a server keeps it. */
  readonly unobservable?: string
}
