import { init, parse } from 'es-module-lexer'
import { transform } from 'sucrase'

/** The packages that a program may import, by the files that the build makes of them. */
const modules: Readonly<Record<string, string>> = {
  '@wfhost/sdk': './wfhost-sdk.js',
  '@wfhost/mock-server': './wfhost-mock-server.js',
  zod: './zod.js',
}

/**
 * Makes JavaScript of a program, line by line, whose imports a page can follow without a bundler.
 *
 * @throws {Error} for what is no TypeScript, with the line, and for a package that is not here.
 */
export async function prepareProgram(source: string, base: string): Promise<string> {
  const { code } = transform(source, { transforms: ['typescript'], disableESTransforms: true, filePath: 'program.ts' })
  await init
  const [imports] = parse(code)
  return imports.toReversed().reduce((text, { d: kind, e: end, s: start }) => {
    // The name that the lexer gives comes from `eval`, which the policy of the page refuses. -2 is import.meta.
    const [, quote = '', name = ''] = /^(['"]?)(.*)\1$/.exec(text.slice(start, end)) ?? []
    if (kind === -2 || (kind > -1 && quote === '')) return text
    const file = modules[name]
    if (file === undefined) {
      throw new Error(`Cannot import '${name}' here: the playground has ${Object.keys(modules).join(', ')}`)
    }
    return text.slice(0, start) + quote + new URL(file, base).href + quote + text.slice(end)
  }, code)
}
