import type { TrailStep } from '../../src/core/journal/trail-step.ts'

const marks: Readonly<Record<TrailStep['state'], string>> = { passed: '✓', stopped: '✕', failed: '✕', notReached: '' }
const words: Readonly<Record<TrailStep['state'], string>> = {
  passed: 'passed',
  stopped: 'stopped here',
  failed: 'failed here',
  notReached: 'not reached',
}

/** Shows how far a request came. */
export function Trail({ steps }: { readonly steps: readonly TrailStep[] }) {
  return (
    <ol class="trail" aria-label="Checks of the request">
      {steps.map(({ label, state }, index) => (
        <li key={`${index} ${label}`} class={state}>
          <span class="node" aria-hidden="true">
            {marks[state]}
          </span>
          {label} <span class="hidden">{words[state]}</span>
        </li>
      ))}
    </ol>
  )
}
