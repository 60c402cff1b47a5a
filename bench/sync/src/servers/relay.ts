import { createServer } from 'node:http'
import { Server } from 'socket.io'

// A relay like Excalidraw's room server: joins sockets to rooms and forwards opaque payloads; cursors are
// volatile. Drawings are stored by the clients, not here.

const http = createServer((_request, response) => response.end())
const io = new Server(http, { transports: ['websocket'], maxHttpBufferSize: 1e8 })
io.on('connection', (socket) => {
  socket.on('join-room', (room: string) => {
    void socket.join(room)
    socket.emit('joined')
  })
  socket.on('server-broadcast', (room: string, data: Buffer, iv: Buffer) =>
    socket.broadcast.to(room).emit('client-broadcast', data, iv),
  )
  socket.on('server-volatile-broadcast', (room: string, data: Buffer, iv: Buffer) =>
    socket.volatile.broadcast.to(room).emit('client-broadcast', data, iv),
  )
})
http.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('listening'))
