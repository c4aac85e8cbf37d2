import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const schema = `
PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;
CREATE TABLE IF NOT EXISTS organizations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
  credits INTEGER NOT NULL, held INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS environments (id INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES organizations,
  name TEXT NOT NULL, variables TEXT NOT NULL, UNIQUE (org, name));
CREATE TABLE IF NOT EXISTS workflows (id INTEGER PRIMARY KEY AUTOINCREMENT, flow TEXT NOT NULL UNIQUE,
  org INTEGER NOT NULL REFERENCES organizations, published INTEGER, archived INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS workflow_versions (workflow INTEGER NOT NULL REFERENCES workflows, version INTEGER NOT NULL,
  definition TEXT NOT NULL, PRIMARY KEY (workflow, version));
CREATE TABLE IF NOT EXISTS api_keys (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, sealed BLOB NOT NULL,
  org INTEGER NOT NULL REFERENCES organizations, workflow INTEGER REFERENCES workflows,
  environment INTEGER REFERENCES environments, revoked INTEGER NOT NULL DEFAULT 0,
  CHECK ((workflow IS NULL) <> (environment IS NULL)));
CREATE UNIQUE INDEX IF NOT EXISTS one_key_per_workflow ON api_keys (workflow) WHERE revoked = 0 AND workflow IS NOT NULL;
CREATE TABLE IF NOT EXISTS sessions (digest TEXT PRIMARY KEY, org INTEGER NOT NULL REFERENCES organizations, expires INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY AUTOINCREMENT, workflow INTEGER NOT NULL REFERENCES workflows,
  version INTEGER NOT NULL, mode TEXT NOT NULL, args TEXT NOT NULL, status TEXT, outcome TEXT);
CREATE TABLE IF NOT EXISTS jobs (run INTEGER PRIMARY KEY REFERENCES runs, claimed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS toolsets (id INTEGER PRIMARY KEY, org INTEGER NOT NULL REFERENCES organizations, slug TEXT NOT NULL,
  visibility TEXT NOT NULL, UNIQUE (org, slug));
CREATE TABLE IF NOT EXISTS toolset_versions (toolset INTEGER NOT NULL REFERENCES toolsets, version INTEGER NOT NULL,
  definition TEXT NOT NULL, PRIMARY KEY (toolset, version));
CREATE TABLE IF NOT EXISTS publications (toolset INTEGER NOT NULL REFERENCES toolsets,
  environment INTEGER NOT NULL REFERENCES environments, version INTEGER NOT NULL, PRIMARY KEY (toolset, environment));
CREATE TABLE IF NOT EXISTS executions (id INTEGER PRIMARY KEY AUTOINCREMENT, org INTEGER NOT NULL, environment TEXT NOT NULL,
  toolset TEXT NOT NULL, version INTEGER NOT NULL, tool TEXT NOT NULL, state TEXT NOT NULL, charged INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS rate_limits (org INTEGER NOT NULL REFERENCES organizations, surface TEXT NOT NULL,
  calls INTEGER NOT NULL, window_ms INTEGER NOT NULL, opened INTEGER NOT NULL DEFAULT 0, used INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (org, surface));
`

/** An API key: of a workflow, or of an environment of an organization. */
export interface KeyRow {
  readonly org: number
  readonly workflow: number | null
  readonly environment: number | null
  readonly sealed: Uint8Array
}

/** A workflow, and the version that is published. */
export interface WorkflowRow {
  readonly id: number
  readonly flow: string
  readonly org: number
  readonly published: number | null
  readonly archived: number
}

/** An environment profile of an organization, with its variables as JSON. */
export interface EnvironmentRow {
  readonly id: number
  readonly org: number
  readonly name: string
  readonly variables: string
}

interface LimitRow {
  readonly calls: number
  readonly window_ms: number
  readonly opened: number
  readonly used: number
}

/** The database of one deployment: statements, transactions, secrets, rate limits. */
export class Store {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #master: Buffer

  constructor(file: string, masterSecret: string) {
    this.#database = new DatabaseSync(file)
    this.#database.exec(schema)
    this.#master = createHash('sha256').update(masterSecret).digest()
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** Returns the first row, if there is one. The SQL of the caller determines its columns. */
  find<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#prepare(sql).get(...values) as T | undefined
  }

  /** The row that a foreign key promises. */
  one<T>(sql: string, ...values: SQLInputValue[]): T {
    const row = this.find<T>(sql, ...values)
    if (row === undefined) throw new Error('Cannot read a row that must be there')
    return row
  }

  many<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql).all(...values) as T[]
  }

  /** Runs a statement. Returns the number of changed rows and the id of the last row. */
  write(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values)
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      this.#database.exec('COMMIT')
      return value
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#database.close()
  }

  digest(secret: string): string {
    return createHash('sha256').update(secret).digest('hex')
  }

  /** Makes a key. It is found by its digest, and sealed, because the settings page shows it again. */
  issueKey(owner: { readonly org: number; readonly workflow?: number; readonly environment?: number }): string {
    const secret = `${owner.workflow === undefined ? 'cvt' : 'cvw'}_${randomBytes(24).toString('base64url')}`
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#master, nonce)
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body])
    this.write(
      'INSERT INTO api_keys (digest, sealed, org, workflow, environment) VALUES (?, ?, ?, ?, ?)',
      ...[this.digest(secret), sealed, owner.org, owner.workflow ?? null, owner.environment ?? null],
    )
    return secret
  }

  /** The key of a workflow as its settings show it; none before it was first published. */
  workflowKey(workflow: number): string | undefined {
    const key = this.find<KeyRow>('SELECT * FROM api_keys WHERE workflow = ? AND revoked = 0', workflow)
    if (key === undefined) return undefined
    const bytes = Buffer.from(key.sealed)
    const decipher = createDecipheriv('aes-256-gcm', this.#master, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  }

  findKey(secret: string): KeyRow | undefined {
    return this.find('SELECT * FROM api_keys WHERE digest = ? AND revoked = 0', this.digest(secret))
  }

  /** Counts one request in the window of an organization. Returns the milliseconds to wait if the window is used up. */
  takeCall(org: number, surface: 'runs' | 'tools'): number {
    return this.transaction(() => {
      const limit = this.find<LimitRow>('SELECT * FROM rate_limits WHERE org = ? AND surface = ?', org, surface)
      if (limit === undefined) return 0
      const now = Date.now()
      const isOver = now >= limit.opened + limit.window_ms
      const { opened, used } = isOver ? { opened: now, used: 0 } : limit
      if (used >= limit.calls) return opened + limit.window_ms - now
      this.write('UPDATE rate_limits SET opened = ?, used = ? WHERE org = ? AND surface = ?', opened, used + 1, org, surface)
      return 0
    })
  }
}
