import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nodeDataChannel from 'node-datachannel'
import { WebSocket } from 'ws'
import { createPacket, createPayload, PacketReceiver, packetSource } from '../../../packages/server/src/testing/voice-packets.ts'
import { freePort } from '../../../tools/go-program.ts'
import { pause } from '../../sync/src/machine.ts'
import { killOnExit } from '../../sync/src/server-process.ts'

type PeerConnection = InstanceType<typeof nodeDataChannel.PeerConnection>
type Track = InstanceType<typeof nodeDataChannel.Track>

const room = 1
const frameMs = 20

export interface JanusServer {
  readonly url: string
  readonly version: string
  readonly pid: number
  /** Rejects when the process ends by itself. */
  readonly ended: Promise<never>
  stop(): void
}

/** Janus as Debian packages it, with one room of its forwarder; null where it is not installed. */
export async function startJanus(): Promise<JanusServer | null> {
  const version = getVersion()
  if (version === null) return null
  const directory = mkdtempSync(join(tmpdir(), 'tavla-janus-'))
  const port = await freePort()
  writeFileSync(join(directory, 'janus.jcfg'), 'general: { debug_level = 2 }\nmedia: { dtls_mtu = 1200 }\n')
  writeFileSync(join(directory, 'janus.transport.websockets.jcfg'), `general: { ws = true, ws_port = ${port} }\n`)
  const audio = 'audiocodec = "opus", opus_fec = true, opus_dtx = true, audiolevel_ext = true'
  writeFileSync(join(directory, 'janus.plugin.videoroom.jcfg'), `room-${room}: { publishers = 32, ${audio} }\n`)
  const child = killOnExit(spawn('janus', ['-F', directory], { stdio: 'ignore' }))
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`Janus ended with ${code ?? signal}`)))
  })
  // A regular stop rejects it too, when nothing waits for it.
  ended.catch(() => undefined)
  const url = `ws://127.0.0.1:${port}`
  while (!(await Promise.race([canConnect(url), ended]))) await pause(100)
  return {
    ...{ url, version, pid: child.pid!, ended },
    stop() {
      child.kill('SIGKILL')
      rmSync(directory, { recursive: true })
    },
  }
}

/** Null where Janus is not installed. Its exit code says nothing: it prints its version, then rejects the option. */
function getVersion(): string | null {
  const { stdout } = spawnSync('janus', ['--version'], { encoding: 'utf8' })
  return stdout === null ? null : (/\((\d+\.\d+\.\d+)\)/.exec(stdout)?.[1] ?? '?')
}

function canConnect(url: string): Promise<boolean> {
  const socket = new WebSocket(url, 'janus-protocol')
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false))
    socket.once('open', () => {
      resolve(true)
      socket.close()
    })
  })
}

interface Publisher {
  readonly id: number
}
interface JanusMessage {
  readonly janus: string
  readonly transaction?: string
  readonly sender?: number
  readonly data?: { readonly id: number }
  readonly plugindata?: { readonly data: { readonly videoroom: string; readonly publishers?: readonly Publisher[] } }
  readonly jsep?: { readonly type: 'offer' | 'answer'; readonly sdp: string }
}

/** A person in the room: one connection sends, another one receives everybody else. */
export class JanusClient extends PacketReceiver {
  readonly #name: string
  readonly #socket: WebSocket
  readonly #sending: PeerConnection
  readonly #receiving: PeerConnection
  /** Keeps references: the library's tracks are closed when they are garbage-collected. */
  readonly #tracks: Track[] = []
  #microphone: Track | null = null
  #interval: NodeJS.Timeout | undefined
  #session = 0
  #handles = { sending: 0, receiving: 0 }
  #isSubscribed = false
  #sequence = 0

  private constructor(url: string, name: string) {
    super()
    this.#name = name
    this.#socket = new WebSocket(url, 'janus-protocol')
    this.#sending = new nodeDataChannel.PeerConnection(`${name} sends`, { iceServers: [] })
    this.#receiving = new nodeDataChannel.PeerConnection(`${name} receives`, { iceServers: [], forceMediaTransport: true })
    this.#socket.on('error', () => undefined)
    this.#socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as JanusMessage))
    this.#receiving.onTrack((track) => {
      this.#tracks.push(track)
      track.onMessage((packet) => this.receivePacket(packet))
    })
    this.#receiving.onGatheringStateChange((state) => {
      if (state === 'complete') this.#answer()
    })
  }

  static async join({ url }: JanusServer, name: string): Promise<JanusClient> {
    const client = new JanusClient(url, name)
    await new Promise((resolve) => client.#socket.once('open', resolve))
    client.#session = await client.#request({ janus: 'create' })
    const attach = { janus: 'attach', plugin: 'janus.plugin.videoroom' }
    client.#handles = { sending: await client.#request(attach), receiving: await client.#request(attach) }
    client.#send(client.#handles.sending, { request: 'join', ptype: 'publisher', room, display: name })
    client.#interval = setInterval(() => client.#sendPacket(), frameMs)
    return client
  }

  close(): void {
    clearInterval(this.#interval)
    this.#socket.removeAllListeners('message')
    this.#sending.close()
    this.#receiving.close()
    this.#socket.terminate()
  }

  /** Returns the id of what was made. */
  #request(message: object): Promise<number> {
    const transaction = String(Math.random())
    const session = this.#session === 0 ? {} : { session_id: this.#session }
    this.#socket.send(JSON.stringify({ ...message, ...session, transaction }))
    return new Promise((resolve) => {
      const listen = (data: Buffer): void => {
        const answer = JSON.parse(data.toString()) as JanusMessage
        if (answer.transaction !== transaction || !answer.data) return
        this.#socket.off('message', listen)
        resolve(answer.data.id)
      }
      this.#socket.on('message', listen)
    })
  }

  #send(handle: number, body: object, jsep?: { readonly type: string; readonly sdp: string }): void {
    const message = { janus: 'message', session_id: this.#session, handle_id: handle, transaction: 'm', body }
    this.#socket.send(JSON.stringify(jsep ? { ...message, jsep } : message))
  }

  #receive({ sender, plugindata, jsep }: JanusMessage): void {
    const data = plugindata?.data
    if (data?.videoroom === 'joined') this.#publish()
    if (data?.publishers?.length) this.#subscribe(data.publishers)
    if (jsep && sender === this.#handles.sending) this.#sending.setRemoteDescription(jsep.sdp, jsep.type)
    else if (jsep) {
      this.#receiving.setRemoteDescription(jsep.sdp, jsep.type)
      if (this.#receiving.gatheringState() === 'complete') this.#answer()
    }
  }

  #publish(): void {
    const audio = new nodeDataChannel.Audio('mic', 'SendOnly')
    audio.addOpusCodec(111)
    audio.addSSRC(packetSource, 'voice', 'mic', 'mic')
    this.#microphone = this.#sending.addTrack(audio)
    this.#sending.onGatheringStateChange((state) => {
      const offer = this.#sending.localDescription()
      if (state !== 'complete' || !offer) return
      this.#send(this.#handles.sending, { request: 'configure', audio: true }, { type: 'offer', sdp: offer.sdp })
    })
    this.#sending.setLocalDescription('offer')
  }

  #subscribe(publishers: readonly Publisher[]): void {
    const streams = publishers.map(({ id }) => ({ feed: id }))
    const first = { request: 'join', ptype: 'subscriber', room, streams }
    this.#send(this.#handles.receiving, this.#isSubscribed ? { request: 'subscribe', streams } : first)
    this.#isSubscribed = true
  }

  #answer(): void {
    const answer = this.#receiving.localDescription()
    if (answer?.type !== 'answer') return
    this.#send(this.#handles.receiving, { request: 'start' }, { type: 'answer', sdp: answer.sdp })
  }

  #sendPacket(): void {
    if (!this.#microphone?.isOpen()) return
    const packet = createPacket(createPayload(this.#name), { sequence: this.#sequence, frameMs, levelId: null, level: 20 })
    this.#microphone.sendMessageBinary(packet)
    this.#sequence += 1
  }
}
