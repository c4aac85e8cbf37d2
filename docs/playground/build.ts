import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PAGE_COMPONENTS } from '@wfhost/internal/design-components'
import { toDesignTokens } from '@wfhost/internal/design-tokens'
import { build, type Plugin } from 'vite'
import { buildInspector } from '../../mock-server/inspector/build.ts'
import { collectTypes } from './language/collect-types.ts'

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

function resolved(name: string): string {
  return fileURLToPath(import.meta.resolve(name))
}

/** Puts the design tokens and the shared components before the styles of the page. A policy of the page forbids styles in its HTML. */
const designTokens: Plugin = {
  name: 'design-tokens',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/playground/page.css') ? `${toDesignTokens(':root')}${PAGE_COMPONENTS}${code}` : undefined,
}

/** Builds the playground into a folder: its page, its threads, and the packages that a program may import, a file each. */
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
    plugins: [designTokens],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: {
          index: at('index.html'),
          worker: at('worker.ts'),
          language: at('language/worker.ts'),
          'wfhost-sdk': resolved('@wfhost/sdk'),
          'wfhost-mock-server': resolved('@wfhost/mock-server'),
          zod: resolved('zod'),
        },
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  writeFileSync(join(folder, 'types.json'), JSON.stringify(collectTypes()))
  copyFileSync(resolved('msw/mockServiceWorker.js'), join(folder, 'mockServiceWorker.js'))
}
