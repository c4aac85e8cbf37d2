import type { JsonObject } from '../src/core/json.ts'
import type { InspectionOutput } from '../src/host/inspections.ts'
import type { ExchangeSummary } from '../src/schema/journal.ts'
import type { Connection } from './connection.ts'
import type { Followed } from './follow.ts'
import type { Question } from './parts/dialog.tsx'
import type { Schema } from './parts/schema-form.tsx'
import type { PlainSent } from './request-code.ts'
import type { Route } from './route.ts'

/** A form above the page. */
export type Sheet =
  | { readonly kind: 'run'; readonly flowId?: string | undefined; readonly args?: JsonObject | undefined }
  | { readonly kind: 'send'; readonly request: PlainSent }

export interface ViewProps {
  readonly connection: Connection
  readonly journal: Followed
  readonly route: Route
  readonly go: (change: Partial<Route>) => void
  /** Opens a form above the page. */
  readonly open: (sheet: Sheet) => void
  /** Asks before an action. */
  readonly ask: (question: Question) => void
  /** The edited world file. It stays while other views are shown. */
  readonly draft: string | undefined
  readonly onDraft: (text: string | undefined) => void
}

/** The properties of each part of the details of a request. */
export interface DetailsProps extends Pick<ViewProps, 'connection' | 'go' | 'journal' | 'open' | 'route'> {
  readonly entry: ExchangeSummary
}

/** The properties of each part of the view of tools: its data, and the way to change it. */
export interface ToolsProps extends Pick<ViewProps, 'ask' | 'connection'> {
  readonly overview: InspectionOutput<'overview'>
  /** Waits for a change, and then reads the data again. */
  readonly act: (call: Promise<unknown>) => Promise<unknown>
}

/** The properties of each part of the view of faults, limits and the clock. */
export interface ConditionProps extends Pick<ViewProps, 'connection' | 'journal'> {
  readonly schema: Schema
}
