import { join } from 'node:path'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { NodeSqliteWrapper, SQLiteSyncStorage, TLSocketRoom } from '@tldraw/sync-core'
import { WebSocketServer } from 'ws'

// tldraw sync as in its template: one room per board, with its SQLite storage on Node's SQLite, one file per
// board. WAL with full synchronization, as in Tavla, is faster for it than the default rollback journal.

const rooms = new Map<string, TLSocketRoom>()

function getRoom(name: string): TLSocketRoom {
  const known = rooms.get(name)
  if (known) return known
  const db = new DatabaseSync(join(process.env['DATA_DIR']!, `${name}.db`))
  db.exec('PRAGMA journal_mode = WAL')
  const storage = new SQLiteSyncStorage({ sql: new NodeSqliteWrapper(db) })
  const room = new TLSocketRoom({
    storage,
    log: { error: (...parts) => console.error(...parts) },
    onSessionRemoved(self, { numSessionsRemaining }) {
      if (numSessionsRemaining > 0) return
      self.close()
      rooms.delete(name)
      db.close()
    },
  })
  rooms.set(name, room)
  return room
}

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const server = createServer((_request, response) => response.end())
server.on('upgrade', (request, socket, head) => {
  const url = new URL(request.url ?? '/', 'http://host')
  sockets.handleUpgrade(request, socket, head, (webSocket) =>
    getRoom(url.pathname.slice(1)).handleSocketConnect({
      sessionId: url.searchParams.get('session')!,
      socket: webSocket as never,
    }),
  )
})
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'))
