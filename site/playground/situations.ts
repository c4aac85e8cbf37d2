/** A program of the playground, which stands in situations/, and what it prints on the support desk. */
export interface Situation {
  readonly id: string
  readonly title: string
  readonly prints: readonly string[]
}

export const situations: readonly Situation[] = [
  { id: 'run', title: 'A run and its steps', prints: ['classify', "plan: 'gold'", 'It returns'] },
  { id: 'typed', title: 'A typed workflow', prints: ['It goes to billing', 'Nothing was sent: ConfigurationError'] },
  { id: 'failed-run', title: 'A failed run', prints: ['failed', 'at step close', 'WorkflowFailedError'] },
  {
    id: 'rate-limit',
    title: '429 and Retry-After',
    prints: ['attempt 1 was answered with 429', 'attempt 2 was answered with 200', 'The second run is started', 'Try again at'],
  },
  {
    id: 'regenerated-key',
    title: 'A regenerated key',
    prints: ['attempt 1 was answered with 401', 'attempt 2 was answered with 200', 'With the new key: success'],
  },
  {
    id: 'tools',
    title: 'Tool sets, and none published',
    prints: ['thk_desk_staging sees mail 1.1.0', 'thk_desk_sandbox sees no published tool sets', 'New Year'],
  },
  { id: 'faults', title: 'A lost response', prints: ['may have run: true', 'success: 1', 'Without a fault: success'] },
  { id: 'virtual-clock', title: 'A clock that is advanced', prints: ['running: 1', 'of its clock: success'] },
  { id: 'batch', title: 'A batch', prints: ['ticket 0 succeeded', 'ticket 2 refused', 'ticket 3 succeeded'] },
]
