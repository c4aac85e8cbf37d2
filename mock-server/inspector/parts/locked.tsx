import { useState } from 'preact/hooks'

interface LockedProps {
  readonly problem: string | undefined
  /** Whether a token was tried. */
  readonly isWrong: boolean
  readonly onToken: (token: string) => void
}

/** Explains why the control surface is closed to the page, and how to open it if possible. */
export function Locked({ isWrong, onToken, problem = '' }: LockedProps) {
  const [given, setGiven] = useState('')
  const needsToken = problem.endsWith('token')
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault()
        onToken(given)
      }}
    >
      <p class="problem">
        {problem}
        {isWrong && needsToken && '; the one that was entered is wrong'}
      </p>
      {needsToken && (
        <p class="actions">
          <label>
            Token{' '}
            <input
              type="password"
              autocomplete="current-password"
              value={given}
              onInput={({ currentTarget }) => setGiven(currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary">
            Use the token
          </button>
        </p>
      )}
    </form>
  )
}
