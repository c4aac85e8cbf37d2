/** A program that the playground offers. */
export interface Situation {
  readonly id: string
  readonly title: string
  readonly program: string
}

/** Reads the programs of situations.md, each with its title and its id. */
export function readSituations(page: string): readonly Situation[] {
  return Array.from(page.matchAll(/^## (.+) \{#(.+)\}\n\n```ts\n([\s\S]*?)^```$/gm), ([, title = '', id = '', program = '']) => {
    return { id, title, program }
  })
}
