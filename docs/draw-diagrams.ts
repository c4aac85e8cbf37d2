// Draws the badges of the README, and the diagrams for light and for dark pages. With --check, fails if a picture is not current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawBadge, readBadges } from './badges.ts'
import { diagrams } from './diagrams.ts'
import { drawDiagram, fillInColours } from './draw-diagram.ts'
import { narrowPartsDiagram, partsDiagram } from './parts-diagram.ts'

const isCheck = process.argv.includes('--check')

const drawn = Object.entries(diagrams).map(([name, diagram]) => ({ path: `diagrams/${name}`, svg: drawDiagram(diagram) }))
const parts = [
  { path: 'parts', svg: partsDiagram },
  { path: 'parts-narrow', svg: narrowPartsDiagram },
]
const pictures = [...drawn, ...parts]

for (const { path, svg } of pictures) {
  usePicture(`${path}.svg`, fillInColours(svg, 'light'))
  usePicture(`${path}-dark.svg`, fillInColours(svg, 'dark'))
}

const badges = Object.entries(readBadges())
for (const [name, badge] of badges) usePicture(`badges/${name}.svg`, drawBadge(badge))
process.stdout.write(`${pictures.length} diagrams, ${badges.length} badges\n`)

function usePicture(path: string, picture: string): void {
  const file = fileURLToPath(new URL(`pages/${path}`, import.meta.url))
  if (!isCheck) writeFileSync(file, picture)
  else if (readFileSync(file, 'utf8') !== picture) throw new Error(`Cannot use ${file}: it is not current. Run npm run generate`)
}
