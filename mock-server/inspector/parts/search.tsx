import { Icon } from './icon.tsx'

interface SearchProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onInput: (text: string) => void
}

/** A field that filters what is below it. The key / leads to it. */
export function Search({ label, onInput, placeholder, value }: SearchProps) {
  return (
    <span class="search-field">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <span class="shortcut" aria-hidden="true">
        /
      </span>
    </span>
  )
}
