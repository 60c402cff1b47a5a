/** A forwarder on werift with the voice socket and slots of Tavla's own: one room, no permissions. */
import { WebSocketServer } from 'ws'
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters } from 'werift'

const slots = 8
const opus = () =>
  new RTCRtpCodecParameters({
    ...{ mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 111 },
    parameters: 'minptime=10;useinbandfec=1;usedtx=1',
  })
interface Member {
  readonly tracks: MediaStreamTrack[]
  readonly slot: number
  isUp: boolean
}
const members = new Set<Member>()
const server = new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]) })
server.on('connection', (socket) => {
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  const taken = new Set([...members].map(({ slot }) => slot))
  const slot = Array.from({ length: slots }, (_, index) => index).find((index) => !taken.has(index)) ?? 0
  const member: Member = { tracks: [], slot, isUp: false }
  const peer = new RTCPeerConnection({
    ...{ codecs: { audio: [opus()] }, iceServers: [], iceAdditionalHostAddresses: ['127.0.0.1'] },
  })
  peer.addTransceiver('audio', { direction: 'recvonly' }).onTrack.subscribe((track) =>
    track.onReceiveRtp.subscribe((packet) => {
      for (const other of members)
        if (other !== member && other.isUp) other.tracks[member.slot]?.writeRtp(packet.clone())
    }),
  )
  for (let index = 0; index < slots; index += 1) {
    const track = new MediaStreamTrack({ kind: 'audio' })
    member.tracks.push(track)
    peer.addTransceiver(track, { direction: 'sendonly' })
  }
  peer.connectionStateChange.subscribe((state) => (member.isUp = state === 'connected'))
  socket.on('message', async (data) => {
    const frame = JSON.parse(String(data)) as { t: string; sdp: string }
    if (frame.t === 'hello') {
      members.add(member)
      send({ t: 'joined', c: `c${slot}`, moderator: false })
      await peer.setLocalDescription(await peer.createOffer())
      send({ t: 'offer', offer: 1, sdp: peer.localDescription!.sdp })
    } else if (frame.t === 'answer') await peer.setRemoteDescription({ type: 'answer', sdp: frame.sdp })
  })
  socket.on('close', () => {
    members.delete(member)
    void peer.close()
  })
})
server.on('listening', () => process.stdout.write('ready\n'))
