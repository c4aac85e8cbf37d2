import { cpSync, readdirSync, rmSync } from 'node:fs'
import { basename } from 'node:path'

// Puts the recipes into the package of the mock server while it is packed (`add`), and takes them out again (`remove`):
// they are what its README points to.

const examples = new URL('../../examples/', import.meta.url)
const packed = new URL('../../mock-server/examples/', import.meta.url)
const left = ['failing', 'node_modules', 'worlds']

if (process.argv[2] === 'add') {
  cpSync(examples, packed, { recursive: true, filter: (source) => !left.includes(basename(source)) })
} else {
  for (const name of readdirSync(examples))
    if (!left.includes(name)) rmSync(new URL(name, packed), { recursive: true, force: true })
}
