interface SegmentProps<Value extends string> {
  readonly label: string
  readonly value: Value
  /** Up to four choices with their words, and a count if it helps. */
  readonly options: readonly { readonly value: Value; readonly words: string; readonly count?: number | undefined }[]
  readonly onChange: (value: Value) => void
}

/** A few choices beside each other. */
export function Segment<Value extends string>({ label, onChange, options, value }: SegmentProps<Value>) {
  return (
    <fieldset class="segment" aria-label={label}>
      {options.map(({ count, value: option, words }) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {words} {count !== undefined && <span class="count">{count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
