import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MARK_ICON } from '@wfhost/internal/design-tokens'
import type { Plugin } from 'vite'

/** The sources of the page: its own files, those of the packages that it shares, and installed packages. */
const [lock, ...folders] = ['../../package-lock.json', '.', '../src', '../../internal/src'].map(at)

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

/** Names the icon in the head of the page. It comes last, because a browser looks for the encoding in the first 1024 bytes. */
const icon: Plugin = {
  name: 'icon',
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'icon', href: MARK_ICON }, injectTo: 'head' }],
}

/** Builds the page, unless a build is newer than its sources. A clone therefore has it from its first start on. */
export async function buildInspector(): Promise<void> {
  const age = statSync(at('../dist/inspector/page.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => `${parentPath}/${name}`)
  if ([String(lock), ...files].every((file) => statSync(file).mtimeMs < age)) return
  const { build } = await import('vite')
  await build({
    root: at('.'),
    base: './',
    configFile: false,
    logLevel: 'warn',
    plugins: [icon],
    // The page imports types of the packages, and shared code for showing HTTP, from their sources.
    resolve: { conditions: ['@wfhost/source', 'browser', 'import'] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir: at('../dist/inspector'),
      emptyOutDir: true,
      license: { fileName: 'LICENSES.md' },
      modulePreload: { polyfill: false },
      target: 'es2022',
      rolldownOptions: {
        input: { page: at('index.html'), inspector: at('mount.tsx') },
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
}

if (import.meta.main) await buildInspector()
