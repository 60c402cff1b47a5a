import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Database } from '@hocuspocus/extension-database'
import { Server } from '@hocuspocus/server'

// Hocuspocus with defaults as documented. Its SQLite extension is the database extension with better-sqlite3;
// the same table is created here with Node's SQLite, which needs no native build.

const db = new DatabaseSync(join(process.env['DATA_DIR']!, 'hocuspocus.db'))
db.exec('PRAGMA journal_mode = WAL')
db.exec('CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, data BLOB NOT NULL)')
const select = db.prepare('SELECT data FROM documents WHERE name = ?')
const upsert = db.prepare(
  'INSERT INTO documents (name, data) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET data = excluded.data',
)

const server = new Server({
  port: Number(process.env['PORT']),
  address: '127.0.0.1',
  quiet: true,
  extensions: [
    new Database({
      fetch: async ({ documentName }) =>
        (select.get(documentName) as { data: Uint8Array } | undefined)?.data ?? null,
      store: async ({ documentName, state }) => void upsert.run(documentName, state),
    }),
  ],
})
await server.listen()
console.log('listening')
