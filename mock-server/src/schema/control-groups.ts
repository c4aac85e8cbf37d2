import type { ControlOperationName } from './control.ts'

/** The titles of the groups in the help, in its order. */
export const groupTitles = {
  workflows: 'Workflows and keys',
  runs: 'Runs',
  requests: 'Requests in the journal',
  faults: 'Faults and the rate limit',
  clock: 'Clock',
  toolsets: 'Tool sets, credits and environments',
  registries: 'Tool registries',
  server: 'The whole server',
} as const

/** The group of each operation. The operations of one group have the order of this table. */
export const groupByOperation: Readonly<Record<ControlOperationName, keyof typeof groupTitles>> = {
  publishWorkflow: 'workflows',
  unpublishWorkflow: 'workflows',
  archiveWorkflow: 'workflows',
  restoreWorkflow: 'workflows',
  addWorkflow: 'workflows',
  workflowKey: 'workflows',
  regenerateKey: 'workflows',
  runs: 'runs',
  getRun: 'runs',
  countRuns: 'runs',
  waitForRun: 'runs',
  waitForRuns: 'runs',
  journal: 'requests',
  waitForRequest: 'requests',
  verify: 'requests',
  clearJournal: 'requests',
  addFault: 'faults',
  faults: 'faults',
  removeFault: 'faults',
  clearFaults: 'faults',
  setRateLimit: 'faults',
  readClock: 'clock',
  freezeClock: 'clock',
  followClock: 'clock',
  advanceClock: 'clock',
  publishToolset: 'toolsets',
  unpublishToolset: 'toolsets',
  createToolHostingKey: 'toolsets',
  setEnvironmentVariables: 'toolsets',
  creditBalance: 'toolsets',
  setCredits: 'toolsets',
  registries: 'registries',
  addRegistry: 'registries',
  editRegistry: 'registries',
  removeRegistry: 'registries',
  syncRegistry: 'registries',
  syncRegistries: 'registries',
  activateRegistry: 'registries',
  deactivateRegistry: 'registries',
  offeredTools: 'registries',
  mayConnect: 'registries',
  connect: 'registries',
  reload: 'server',
  reset: 'server',
}

/** The operations in the order of the help. */
export const operationNames = Object.keys(groupByOperation) as readonly ControlOperationName[]
