import type { InspectionOutput } from '../src/host/inspections.ts'
import type { Connection } from './connection.ts'
import type { Followed } from './follow.ts'
import type { Schema } from './parts/schema-form.tsx'
import type { Route } from './route.ts'

export interface ViewProps {
  readonly connection: Connection
  readonly journal: Followed
  readonly route: Route
  readonly go: (change: Partial<Route>) => void
  /** The edited world file. It stays while other views are shown. */
  readonly draft: string | undefined
  readonly onDraft: (text: string | undefined) => void
}

/** The properties of each part of the view of tools: its data, and the way to change it. */
export interface ToolsProps {
  readonly connection: Connection
  readonly overview: InspectionOutput<'overview'>
  /** Waits for a change, and then reads the data again. */
  readonly act: (call: Promise<unknown>) => Promise<unknown>
}

/** The properties of each part of the view of faults, limits and the clock. */
export interface ConditionProps {
  readonly connection: Connection
  readonly schema: Schema
  readonly journal: Followed
}
