import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import { useRequested } from '../follow.ts'
import { highlightYaml } from '../highlight-yaml.ts'
import { Act, Button } from '../parts/act.tsx'
import { download } from '../parts/download.ts'
import type { ViewProps } from '../view-props.ts'

type Problems = InspectionOutput<'checkWorld'>

const pauseMs = 300

/** The world file as text, checked during edits. It is applied to the world, and not written to the disk. */
export function WorldFile({ connection, draft, onDraft }: Pick<ViewProps, 'connection' | 'draft' | 'onDraft'>) {
  const { problem, value: file } = useRequested(() => connection.worldFile(), [connection])
  const [problems, setProblems] = useState<Problems>([])
  const text = draft ?? file?.text ?? ''
  useEffect(() => {
    let current = true
    const check = async (): Promise<void> => {
      const found = text === '' ? [] : await connection.inspect('checkWorld', { text }).catch((): Problems => [])
      if (current) setProblems(found)
    }
    const timer = setTimeout(() => void check(), pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [connection, text])
  if (problem !== undefined && file === undefined) return <p class="problem">{problem}</p>
  const name = nameOf(file?.name)
  return (
    <section>
      <h3>
        World file <span class="muted">{file?.name}</span>
      </h3>
      {file?.name === undefined && (
        <p class="muted">This server has no world file. Your text replaces its world until the server starts again.</p>
      )}
      <Editor text={text} problems={problems} onInput={onDraft} />
      <div class="actions">
        <Act look="primary" done="The world file is applied" onAct={() => connection.call('reload', { world: text })}>
          {draft === undefined && file?.name !== undefined ? 'Reload' : 'Apply'}
        </Act>
        {draft !== undefined && <Button onClick={() => onDraft(undefined)}>Discard changes</Button>}
        <Button icon="download" onClick={() => download(name, text)}>
          Download {name}
        </Button>
        <span class="muted">
          Keys, runs and credits stay where the text does not change them. The file on the disk does not change.
        </span>
      </div>
    </section>
  )
}

function nameOf(path: string | undefined): string {
  return path?.split(/[\\/]/).at(-1) ?? 'world.yaml'
}

interface EditorProps {
  readonly text: string
  readonly problems: Problems
  readonly onInput: (text: string) => void
}

function Editor({ onInput, problems, text }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLOListElement>(null)
  const lines = text.split('\n')
  const marked = new Set(problems.map(({ line }) => line))
  function goTo(line: number): void {
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    field.current?.focus({ preventScroll: true })
    numbers.current?.children[line - 1]?.scrollIntoView({ block: 'nearest' })
    field.current?.setSelectionRange(start, start + (lines[line - 1] ?? '').length)
  }
  return (
    <>
      <div class="editor">
        <ol aria-hidden="true" ref={numbers}>
          {lines.map((_line, index) => (
            <li key={index} class={marked.has(index + 1) ? 'wrong' : ''}>
              {index + 1}
            </li>
          ))}
        </ol>
        <div class="editor-text">
          <Highlighted text={text} marked={marked} />
          <textarea
            ref={field}
            aria-label="World file"
            aria-invalid={problems.length > 0}
            spellcheck={false}
            wrap="off"
            rows={Math.max(lines.length, 8)}
            value={text}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
        </div>
      </div>
      <ul class="problems" aria-label="Problems" aria-live="polite">
        {problems.map(({ line, message, path }) => (
          <li key={`${line} ${path} ${message}`}>
            <button type="button" class="quiet" onClick={() => goTo(line)}>
              Line {line}
            </button>{' '}
            {path !== '' && <code>{path}</code>} <span class="problem">{message}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface HighlightedProps {
  readonly text: string
  /** The lines with problems. */
  readonly marked: ReadonlySet<number>
}

/** The colours below the text of the editor. The text itself is in the field above, so that it can be edited and read aloud. */
function Highlighted({ marked, text }: HighlightedProps) {
  const lines = useMemo(() => text.split('\n').map(highlightYaml), [text])
  return (
    <pre class="highlighted" aria-hidden="true">
      {lines.map((tokens, index) => (
        <span key={index} class={marked.has(index + 1) ? 'line-of-code wrong' : 'line-of-code'}>
          {tokens.map(({ kind, text: part }, position) => (
            <span key={position} class={`yaml-${kind}`}>
              {part}
            </span>
          ))}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
