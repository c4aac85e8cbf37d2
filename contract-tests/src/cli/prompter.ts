import { QuestionsInterrupted, type Terminal } from './io.ts'

interface Choices<T extends string> {
  readonly initial: readonly T[]
  readonly describe?: (name: T) => string | undefined
}

/** Asks questions on a terminal. A cancelled question ends the command. */
export class Prompter {
  readonly #prompts: typeof import('@clack/prompts')
  readonly #terminal: Terminal & { readonly signal: AbortSignal }

  constructor(prompts: typeof import('@clack/prompts'), terminal: Terminal & { readonly signal: AbortSignal }) {
    this.#prompts = prompts
    this.#terminal = terminal
  }

  intro(title: string): void {
    this.#prompts.intro(title, this.#terminal)
  }

  /** Shows a line between two questions. */
  note(text: string): void {
    this.#prompts.log.info(text, this.#terminal)
  }

  /** Asks a question. Returns the proposed text if the user enters nothing. */
  async ask(message: string, proposal: string, describeProblem?: (answer: string) => string | undefined): Promise<string> {
    const validate = (answer = '') => describeProblem?.(answer.trim() || proposal)
    const answer = await this.#prompts.text({
      message,
      defaultValue: proposal,
      placeholder: proposal,
      validate,
      ...this.#terminal,
    })
    return this.#requireAnswer(answer).trim()
  }

  /** Asks a question whose answer is a selection of names. */
  async multiselect<T extends string>(message: string, names: readonly T[], { describe, initial }: Choices<T>): Promise<T[]> {
    const answer = await this.#prompts.multiselect({
      message,
      options: names.map((name) => ({ value: name as string, hint: describe?.(name) ?? '' })),
      initialValues: initial.filter((name) => names.includes(name)),
      required: false,
      ...this.#terminal,
    })

    const chosenNames = this.#requireAnswer(answer)
    return names.filter((name) => chosenNames.includes(name))
  }

  #requireAnswer<T>(answer: T): Exclude<T, symbol> {
    if (this.#prompts.isCancel(answer)) {
      throw new QuestionsInterrupted('The questions were not answered, so nothing was written')
    }
    // The prompts return a symbol only for a cancelled question.
    return answer as Exclude<T, symbol>
  }
}
