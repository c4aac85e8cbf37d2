import { DockerfileParser, type Instruction, JSONInstruction } from 'dockerfile-ast'

/** An instruction in the forms that we use. */
export type Step =
  | { readonly keyword: 'WORKDIR' | 'USER' | 'RUN'; readonly text: string }
  | { readonly keyword: 'ENV'; readonly variables: Readonly<Record<string, string>> }
  | { readonly keyword: 'COPY'; readonly from: string | undefined; readonly sources: readonly string[]; readonly to: string }
  | { readonly keyword: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK'; readonly command: readonly string[] }
  | { readonly keyword: 'EXPOSE' }

/** A part of a Dockerfile that begins with FROM. */
export interface Stage {
  readonly name: string
  readonly steps: readonly Step[]
}

/**
 * Reads a Dockerfile.
 *
 * @throws {Error} with the line of what is in it and not among what we use.
 */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { name: string; steps: Step[] }[] = []
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue())
    if (instruction.getKeyword() === 'FROM') stages.push({ name: words[2] ?? String(stages.length), steps: [] })
    else stages.at(-1)?.steps.push(readStep(instruction, words))
  }
  return stages
}

function readStep(instruction: Instruction, words: readonly string[]): Step {
  const keyword = instruction.getKeyword()
  const text = instruction.getArgumentsContent() ?? ''
  switch (keyword) {
    case 'WORKDIR':
    case 'USER':
    case 'RUN':
      return { keyword, text }
    case 'ENV':
      return { keyword, variables: Object.fromEntries(words.map((word) => word.split('=', 2))) }
    case 'COPY': {
      const flags = instruction instanceof JSONInstruction ? instruction.getFlags() : []
      const from = flags.find((flag) => flag.getName() === 'from')?.getValue() ?? undefined
      return { keyword, from, sources: words.slice(0, -1), to: words.at(-1) ?? '' }
    }
    case 'ENTRYPOINT':
    case 'CMD':
    case 'HEALTHCHECK':
      // As a shell would run it, signals reach the shell.
      return { keyword, command: JSON.parse(text.replace(/^CMD /, '')) }
    case 'EXPOSE':
      return { keyword }
    default: {
      const line = instruction.getRange().start.line + 1
      throw new Error(`Cannot build the Dockerfile: line ${line} has ${keyword}, which scripts/artefacts/docker does not know`)
    }
  }
}
