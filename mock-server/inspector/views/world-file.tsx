import { useEffect, useRef, useState } from 'preact/hooks'
import type { InspectionOutput } from '../../src/host/inspections.ts'
import { useAsked } from '../follow.ts'
import { Act } from '../parts/act.tsx'
import type { ViewProps } from '../view-props.ts'

type Problems = InspectionOutput<'checkWorld'>

const pauseMs = 300

/** The world file as text, checked during edits. It is applied to the world, and not written to the disk. */
export function WorldFile({ connection, draft, onDraft }: Pick<ViewProps, 'connection' | 'draft' | 'onDraft'>) {
  const { problem, value: file } = useAsked(() => connection.worldFile(), [connection])
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
  return (
    <section>
      <h2>
        World file <span class="muted">{file?.name}</span>
      </h2>
      {file?.name === undefined && (
        <p class="muted">
          This server was started without a world file. A world that you write here replaces the current one until the server
          restarts.
        </p>
      )}
      <Editor text={text} problems={problems} onInput={onDraft} />
      <p class="actions">
        <Act done="Applied" onAct={() => connection.call('reload', { world: text })}>
          {draft === undefined && file?.name !== undefined ? 'Reload' : 'Apply'}
        </Act>
        {draft !== undefined && <Act onAct={() => onDraft(undefined)}>Discard changes</Act>}
        <span class="muted">
          Keys, runs and credits stay where the new text does not change them. The file stays as it is on the disk.
        </span>
      </p>
    </section>
  )
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
