import { useState } from 'preact/hooks'
import { Guarded } from './guarded.tsx'

const excerptLength = 400
const visibleMembers = 50
const openLevels = 3

/** A body: JSON to unfold, or any other text. A long body is shortened first. */
export function BodyView({ label, text }: { readonly label: string; readonly text: string | undefined }) {
  if (text === undefined || text === '') return <p class="muted">No body</p>
  return (
    <section class="body" aria-label={label}>
      <Guarded raw={text} name="the body">
        <ParsedView text={text} />
      </Guarded>
    </section>
  )
}

function ParsedView({ text }: { readonly text: string }) {
  try {
    return <JsonView value={JSON.parse(text)} />
  } catch {
    return <Text text={text} />
  }
}

/**
 * A value of JSON. Objects and arrays below the second level are folded, and drawn only when they are opened: a browser cannot
 * draw thousands of levels.
 */
export function JsonView({ depth = 0, value }: { readonly value: unknown; readonly depth?: number }) {
  const [count, setCount] = useState(visibleMembers)
  const [isOpened, setOpened] = useState(depth < openLevels)
  if (typeof value === 'string') return <Text text={JSON.stringify(value)} kind="json-string" />
  if (typeof value !== 'object' || value === null) return <span class={`json-${typeof value}`}>{String(value)}</span>
  const members = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (members.length === 0) return <span>{open + close}</span>
  const kind = Array.isArray(value) ? 'item' : 'member'
  const size = `${members.length} ${members.length === 1 ? kind : `${kind}s`}`
  return (
    <details class="json" open={depth < openLevels} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>
        {open} <span class="muted">{size}</span> {close}
      </summary>
      <ul>
        {(isOpened ? members.slice(0, count) : []).map(([name, member]) => (
          <li key={name} class={depth === 0 && isFailure(value, name) ? 'failed marked' : ''}>
            {!Array.isArray(value) && (
              <>
                <span class="json-name">{name}</span>:{' '}
              </>
            )}
            <JsonView value={member} depth={depth + 1} />
          </li>
        ))}
      </ul>
      {isOpened && members.length > count && (
        <button type="button" class="quiet" onClick={() => setCount(count * 10)}>
          {members.length - count} more
        </button>
      )}
    </details>
  )
}

/** Whether a member is the error of a failed run or execution. */
function isFailure(value: object, name: string): boolean {
  return name === 'error' && 'status' in value && value.status === 'failed'
}

function Text({ kind = '', text }: { readonly text: string; readonly kind?: string }) {
  const [whole, setWhole] = useState(false)
  if (whole || text.length <= excerptLength * 1.5) return <span class={`text ${kind}`}>{text}</span>
  return (
    <span class={`text ${kind}`}>
      {text.slice(0, excerptLength)} …{' '}
      <button type="button" class="quiet" onClick={() => setWhole(true)}>
        all {text.length} characters
      </button>
    </span>
  )
}
