'use client'
import { type ReactNode, useState } from 'react'

/** A page has no key: it calls a route of its own server. */
export function TriageForm(): ReactNode {
  const [answer, setAnswer] = useState('')
  async function ask(subject: string): Promise<void> {
    const response = await fetch('/api/triage', { method: 'POST', body: JSON.stringify({ subject }) })
    const { message, team } = await response.json()
    setAnswer(message ?? `For ${team}`)
  }
  return (
    <form action={(form) => ask(String(form.get('subject')))}>
      <input name="subject" aria-label="Subject" />
      <button type="submit">Ask</button>
      <output>{answer}</output>
    </form>
  )
}
