import { useState } from 'preact/hooks'
import { Copy } from './act.tsx'
import { Segment } from './segment.tsx'

interface Sample {
  readonly name: string
  readonly text: string
}

interface CodeProps {
  readonly label: string
  readonly samples: readonly Sample[]
}

/** The same request in several languages, one at a time, with a button that copies it. */
export function Code({ label, samples }: CodeProps) {
  const [chosen, setChosen] = useState(samples[0]?.name ?? '')
  const sample = samples.find(({ name }) => name === chosen) ?? samples[0]
  if (sample === undefined) return null
  const options = samples.map(({ name }) => ({ value: name, words: name }))
  return (
    <section class="pane" aria-label={label}>
      <div class="code-head">
        <Segment label="Language" value={sample.name} options={options} onChange={setChosen} />
        <Copy of={`as ${sample.name}`} text={() => sample.text}>
          Copy
        </Copy>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre tabIndex={0}>
        <code>{sample.text}</code>
      </pre>
    </section>
  )
}
