import { dirname } from 'node:path'

export interface SourceFile {
  readonly file: string
  readonly text: string
}

interface LineRule {
  readonly files: RegExp
  readonly pattern: RegExp
  readonly reason: string
}

const largest = 20

const code = /^(?!(openapi|contract-tests|mock-server)\/generated\/).*\.m?ts$/

const lineRules: readonly LineRule[] = [
  { files: code, pattern: /^(export )?(let|var)\b/, reason: 'nothing mutable stands at module level' },
  {
    files: code,
    // A constant with an explicit type is accepted, because a declaration cannot have that type.
    pattern: /^(export )?const \w+ = (async )?(<[^>]*>)?(\(.*\)(: [^=]+)?|\w+) =>/,
    reason: 'a function at top level is a function declaration',
  },
  { files: /./, pattern: /\/work\/|(^|[\s"'`(])(\.\.\/)*shared\//, reason: 'a path outside of the project' },
  {
    files: /\.(md|ya?ml)$/,
    pattern: /npx (?!--no-install )(?:-\S+ )*(@wfhost\/|wfhost)|npm (?:i|install|add) (?:-\S+ )*@wfhost\//,
    reason: 'a registry could have a foreign package of that name: install the tarballs, and call npx --no-install',
  },
  {
    files: /(^|\/)package-lock\.json$/,
    pattern: /"resolved": "(?!https:\/\/registry\.npmjs\.org\/|(internal|openapi|sdk|mock-server|contract-tests|queue)")/,
    reason: 'a package from elsewhere than the public registry',
  },
]

/** Lists folders that are too large: more than about twenty source files, not counting tests. */
export function findLargeFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files.filter((each) => code.test(each) && !/\.test(-d)?\.ts$|\/test\//.test(each))) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > largest)
    .map(([folder, count]) => `${folder}: ${count} files, at most ${largest}`)
}

/** Lists the violations of the house rules in a file, on one line each. */
export function findViolations({ file, text }: SourceFile): string[] {
  const violations: string[] = []
  if (/(^|[/.-])(utils?|helpers?|common|misc)\.[mc]?[jt]s$/.test(file)) {
    violations.push(`${file}: a file is named after the one thing in it`)
  }
  const rules = lineRules.filter((rule) => rule.files.test(file))
  for (const [index, line] of text.split('\n').entries()) {
    for (const { pattern, reason } of rules) {
      if (pattern.test(line)) violations.push(`${file}:${index + 1}: ${reason}: ${line.trim().slice(0, 100)}`)
    }
  }
  const strayLines = code.test(file) ? findStrayLines(text) : []
  return [...violations, ...strayLines.map((line) => `${file}: a line in a docstring begins without *: ${line.slice(0, 100)}`)]
}

/** Lists the lines inside docstrings that do not begin with an asterisk. A tool that adds imports may put them there. */
function findStrayLines(text: string): string[] {
  const docstrings = text.match(/^[ \t]*\/\*\*.*?\*\//gms) ?? []
  const lines = docstrings.flatMap((docstring) => docstring.split('\n').slice(1))
  return lines.filter((line) => !line.trimStart().startsWith('*'))
}
