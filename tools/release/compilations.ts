import { resolve } from 'node:path'

/** A compiler and a setting with which users compile against our declarations. */
export interface Compilation {
  /** The compiler and the setting, for messages. */
  readonly title: string
  /** The path of the program of the compiler, which Node runs. */
  readonly compiler: string
  readonly exactOptionalPropertyTypes: boolean
}

/** The compilers of users: the last one in JavaScript, and the first one in Go. */
const compilers = [
  { name: 'TypeScript 5.9', path: 'node_modules/typescript/bin/tsc' },
  { name: 'TypeScript 7', path: 'node_modules/@typescript/native/bin/tsc' },
]

/** Each compiler, with and without `exactOptionalPropertyTypes`. */
export const compilations: readonly Compilation[] = compilers.flatMap(({ name, path }) =>
  [true, false].map((exactOptionalPropertyTypes) => ({
    title: `${name}, exactOptionalPropertyTypes ${exactOptionalPropertyTypes}`,
    compiler: resolve(path),
    exactOptionalPropertyTypes,
  })),
)
