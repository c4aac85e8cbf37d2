import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildInspector } from '../../mock-server/inspector/build.ts'

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

function resolved(name: string): string {
  return fileURLToPath(import.meta.resolve(name))
}

/** Builds the playground into a folder: its page, its threads, and one file for each package that a program may import. */
export async function buildPlayground(folder: string): Promise<void> {
  await buildInspector()
  await build({
    root: at('.'),
    base: './',
    configFile: false,
    // Suppresses warnings about comments and sizes in other packages.
    logLevel: 'error',
    resolve: {
      conditions: ['@wfhost/source', 'browser', 'import'],
      // Uses the built inspector, because its source needs a build of its own.
      alias: { '@wfhost/mock-server/inspector': at('../../mock-server/dist/inspector/inspector.js') },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: {
          index: at('index.html'),
          worker: at('worker.ts'),
          'wfhost-sdk': resolved('@wfhost/sdk'),
          'wfhost-mock-server': resolved('@wfhost/mock-server'),
          zod: resolved('zod'),
        },
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  copyFileSync(resolved('msw/mockServiceWorker.js'), join(folder, 'mockServiceWorker.js'))
}
