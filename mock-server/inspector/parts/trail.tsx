/** One check of a request, in the order in which the server makes them. */
export interface TrailStep {
  readonly label: string
  readonly state: 'passed' | 'stopped' | 'notReached'
}

const marks: Readonly<Record<TrailStep['state'], string>> = { passed: '✓', stopped: '✕', notReached: '' }
const words: Readonly<Record<TrailStep['state'], string>> = {
  passed: 'passed',
  stopped: 'stopped here',
  notReached: 'not reached',
}

/** Shows how far a request came. */
export function Trail({ steps }: { readonly steps: readonly TrailStep[] }) {
  return (
    <ol class="trail" aria-label="Checks of the request">
      {steps.map(({ label, state }) => (
        <li key={label} class={state}>
          <span class="node" aria-hidden="true">
            {marks[state]}
          </span>
          {label} <span class="hidden">{words[state]}</span>
        </li>
      ))}
    </ol>
  )
}
