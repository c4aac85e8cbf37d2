import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'
import type { Tarball } from './pack.ts'

/** Looks whether every text of a package links only to what is in the package. */
export function checkLinks({ files, manifest, path }: Tarball): void {
  const broken = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => brokenLinks(textOf(path, file), { file, files }).map((link) => `${file}: ${link}`))
  if (broken.length > 0) throw new Error(`Cannot publish ${manifest.name}: it links to what it has not:\n${broken.join('\n')}`)
}

/** The relative links of a text that lead to no file and no folder of the package. */
export function brokenLinks(
  text: string,
  { file, files }: { readonly file: string; readonly files: readonly string[] },
): string[] {
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  return links.filter((link) => {
    if (/^(?:[a-z]+:|#)/.test(link)) return false
    const target = posix.normalize(posix.join(posix.dirname(file), link.split('#', 1)[0] ?? ''))
    const folder = `${target.replace(/\/$/, '')}/`
    return !files.some((each) => each === target || each.startsWith(folder))
  })
}

function textOf(tarball: string, file: string): string {
  return execFileSync('tar', ['-xzOf', tarball, `package/${file}`], { encoding: 'utf8' })
}
