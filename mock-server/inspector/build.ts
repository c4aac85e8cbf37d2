import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [folder, built] = ['.', '../dist/inspector/page.js'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

/** Builds the page, unless it is there and newer than its sources: a clone has it from its first start on. */
export async function buildInspector(): Promise<void> {
  const age = statSync(String(built), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(String(folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  if (sources.every(({ name, parentPath }) => statSync(`${parentPath}/${name}`).mtimeMs < age)) return
  const [{ build }, { default: config }] = await Promise.all([import('vite'), import('./vite.config.ts')])
  await build({ ...config, configFile: false })
}

if (import.meta.main) await buildInspector()
