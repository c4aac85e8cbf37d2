interface ChoiceProps {
  readonly id?: string
  /** The subject of the choice, if no label beside it says so. */
  readonly label?: string
  /** The chosen option; nothing if empty. */
  readonly value: string
  readonly options: readonly string[]
  /** The words for nothing. @default nothing cannot be chosen */
  readonly none?: string | undefined
  /** The words for the options. @default the options themselves */
  readonly words?: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

export function Choice({ id, label, none, onChange, options, value, words = {} }: ChoiceProps) {
  return (
    <select id={id} aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {words[option] ?? option}
        </option>
      ))}
    </select>
  )
}
