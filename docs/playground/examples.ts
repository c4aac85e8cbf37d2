/** A program that the playground offers. */
export interface Example {
  readonly id: string
  readonly title: string
  /** A few words about the program. */
  readonly summary: string
  readonly program: string
}

/** Reads the programs of examples.md, each with its title, its id and its summary. */
export function readExamples(page: string): readonly Example[] {
  const sections = page.matchAll(/^## (.+) \{#(.+)\}\n\n(.+)\.\n\n```ts\n([\s\S]*?)^```$/gm)
  return Array.from(sections, ([, title = '', id = '', summary = '', program = '']) => ({ id, title, summary, program }))
}
