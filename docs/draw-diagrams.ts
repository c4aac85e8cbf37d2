// Draws the diagrams of the pages. With --check, fails if a picture is not current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { diagrams, drawDiagram } from './diagrams.ts'

const isCheck = process.argv.includes('--check')

for (const [name, diagram] of Object.entries(diagrams)) {
  const file = fileURLToPath(new URL(`pages/diagrams/${name}.svg`, import.meta.url))
  const picture = drawDiagram(diagram)
  if (!isCheck) writeFileSync(file, picture)
  else if (readFileSync(file, 'utf8') !== picture) throw new Error(`Cannot use ${file}: it is not current. Run npm run generate`)
}
process.stdout.write(`${Object.keys(diagrams).length} diagrams\n`)
