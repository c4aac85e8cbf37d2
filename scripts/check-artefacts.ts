// Checks what would be published, not what it was built from.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkEntries } from './artefacts/check-entries.ts'
import { checkLinks } from './artefacts/check-links.ts'
import { checkWeight } from './artefacts/check-weight.ts'
import { checkImage } from './artefacts/docker/check-image.ts'
import { install } from './artefacts/install.ts'
import { judgeTarball } from './artefacts/judge-tarball.ts'
import { pack } from './artefacts/pack.ts'

const published = ['openapi', 'sdk', 'mock-server', 'contract-tests']

const folder = mkdtempSync(join(tmpdir(), 'artefacts-'))
// The user of the image goes through it.
chmodSync(folder, 0o755)
try {
  const tarballs = published.map((name) => pack(name, folder))
  for (const tarball of tarballs) {
    judgeTarball(tarball)
    checkLinks(tarball)
    const project = install({ tarball, all: tarballs, folder: join(folder, `use-${tarball.workspace}`) })
    checkEntries({ tarball, project })
    checkWeight({ tarball, project })
    if (tarball.workspace === 'mock-server') {
      const all = tarballs.filter(({ workspace }) => ['openapi', 'mock-server'].includes(workspace))
      const image = join(folder, 'docker')
      mkdirSync(image)
      await checkImage({ tarball, all, folder: image })
    }
    console.log(`${tarball.manifest.name}: ${tarball.files.length} files`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
