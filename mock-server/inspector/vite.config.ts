import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

export default defineConfig({
  root: at('.'),
  base: './',
  logLevel: 'warn',
  // The page imports types of the packages, and what they share in showing HTTP, from their sources.
  resolve: { conditions: ['@wfhost/source', 'browser', 'import'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
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
