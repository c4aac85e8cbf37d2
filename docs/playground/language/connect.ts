import type { Answers, NumberedAnswer, NumberedQuestion, Question } from './protocol.ts'

/** Answers questions about a program. The result is undefined if the service cannot start. The editor then works without it. */
export type AskLanguage = <Asked extends Question>(question: Asked) => Promise<Answers[Asked['kind']] | undefined>

/**
 * Connects to the language service. Its thread starts with the first question, because the compiler is the largest file of the
 * page, and a reader who changes nothing does not need it.
 */
export function connectLanguage(script: URL): AskLanguage {
  let worker: Worker | undefined
  let count = 0
  const waiting = new Map<number, (answer: Answers[keyof Answers] | undefined) => void>()

  function start(): Worker {
    const started = new Worker(script, { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<NumberedAnswer>) => {
      waiting.get(data.id)?.(data.answer)
      waiting.delete(data.id)
    })
    // Such as without a network. The questions end without an answer.
    started.addEventListener('error', (event) => {
      event.preventDefault()
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    })
    return started
  }

  return (question) =>
    new Promise((resolve) => {
      worker ??= start()
      count += 1
      // The answer to a question has the type of its kind.
      waiting.set(count, resolve as (answer: Answers[keyof Answers] | undefined) => void)
      const message: NumberedQuestion = { id: count, question }
      worker.postMessage(message)
    })
}
