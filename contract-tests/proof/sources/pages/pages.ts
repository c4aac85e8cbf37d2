import { databasePages } from './databases.ts'
import { frameworkPages } from './frameworks.ts'
import { languagePages } from './languages.ts'
import { libraryPages } from './libraries.ts'
import type { PagesByClaim } from './pages-by-claim.ts'
import { servicePages } from './services.ts'

/** Pages for the claims that no demonstration shows. The address of a source file has the commit or the version that was read. */
export const pages: PagesByClaim = { ...databasePages, ...frameworkPages, ...languagePages, ...libraryPages, ...servicePages }
