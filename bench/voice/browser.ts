/**
 * From the click on "Join voice" to the first sound, in a real page: all but one person stay and send a tone of their own,
 * the last one joins and leaves again and again. Every join ends only when its spectrum holds all the tones.
 *   node browser.ts [--people 8] [--joins 30] [--others pages|clients] [--engine embedded|livekit] [--out browser.json]
 * The others are pages of the same browser, which share this machine's processors with the one that joins; or clients that
 * replay what such a page sent, as if each person had a computer of their own.
 * After each join the same page connects two peers of its own to each other, without any server: the least that the
 * browser itself needs on this machine, under the same load, before anything can be heard.
 * The web has to be built; the microphone is generated, so opening a real one is not part of the figure.
 */
import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPeople, type Person } from '../../e2e/pages/people.ts'
import { voiceArguments, VoicePage } from '../../e2e/pages/voice-page.ts'
import { startServer } from '../../e2e/server.ts'
import { createSpace, type Someone } from '../../packages/server/src/testing/as.ts'
import type { VoiceTestClient } from '../../packages/server/src/testing/voice-test-client.ts'
import { browserArguments, findBrowser } from '../../tools/find-browser.ts'
import { startLiveKit } from '../../tools/livekit-process.ts'
import { register } from './src/people.ts'
import { recordVoice, replayVoice } from './src/recorded-voices.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '8' },
    joins: { type: 'string', default: '30' },
    others: { type: 'string', default: 'pages' },
    engine: { type: 'string', default: 'embedded' },
    out: { type: 'string', default: join(import.meta.dirname, 'browser.json') },
  },
})
const size = Number(values.people)
const joins = Number(values.joins)
const getTone = (index: number): number => 400 + 150 * index

const liveKit = values.engine === 'livekit' ? await startLiveKit() : null
const server = await startServer({ env: { LIMITS: 'none', ...liveKit?.env } })
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [...browserArguments, ...voiceArguments],
})

/** Milliseconds from the click to the first sample that is not silence, by the page's own clock. */
function joinAndListen(): Promise<number> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Join voice')
  const probe = globalThis.voiceProbe
  if (!button || !probe) throw new Error('The voice panel is not open')
  const before = new Set(probe.incoming.values())
  const wave = new Float32Array(8192)
  const isHeard = (): boolean =>
    [...probe.incoming.values()].some((each) => {
      if (before.has(each)) return false
      each.analyser.getFloatTimeDomainData(wave)
      return wave.some((sample) => Math.abs(sample) > 0.01)
    })
  const at = performance.now()
  button.click()
  return new Promise((resolve) => {
    const look = (): void => {
      if (isHeard()) resolve(performance.now() - at)
      else setTimeout(look, 4)
    }
    look()
  })
}

/** Milliseconds until a connection of the page with itself is heard, without a server, a socket or a room. */
async function connectAndListen(): Promise<number> {
  const probe = globalThis.voiceProbe
  if (!probe) throw new Error('The page has no generated microphone')
  const { context } = probe
  const at = performance.now()
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const [sender, receiver] = [new RTCPeerConnection(), new RTCPeerConnection()]
  const analyser = context.createAnalyser()
  receiver.addEventListener('track', ({ track }) => {
    const incoming = new MediaStream([track])
    // Chromium decodes a remote track only while an element plays it.
    const player = new Audio()
    player.srcObject = incoming
    player.muted = true
    void player.play()
    context.createMediaStreamSource(incoming).connect(analyser)
  })
  sender.onicecandidate = ({ candidate }) => void receiver.addIceCandidate(candidate ?? undefined)
  receiver.onicecandidate = ({ candidate }) => void sender.addIceCandidate(candidate ?? undefined)
  for (const track of stream.getTracks()) sender.addTrack(track, stream)
  await sender.setLocalDescription()
  await receiver.setRemoteDescription(sender.localDescription!)
  await receiver.setLocalDescription()
  await sender.setRemoteDescription(receiver.localDescription!)
  const wave = new Float32Array(analyser.fftSize)
  const isHeard = (): boolean => {
    analyser.getFloatTimeDomainData(wave)
    return wave.some((sample) => Math.abs(sample) > 0.01)
  }
  while (!isHeard()) await new Promise((resolve) => setTimeout(resolve, 4))
  const elapsed = performance.now() - at
  sender.close()
  receiver.close()
  for (const track of stream.getTracks()) track.stop()
  return elapsed
}

const people = createPeople(browser, server.url, () => undefined)
const clients: VoiceTestClient[] = []
const tones = Array.from({ length: size - 1 }, (_, index) => getTone(index))

/** The person who joins, on the board with the panel open; everybody else is in the room. */
async function fillRoomWithPages(): Promise<VoicePage> {
  const everybody: Person[] = []
  for (let index = 0; index < size; index += 1) everybody.push(await people.member(`Person${index}`))
  const [owner, ...others] = everybody as [Person, ...Person[]]
  const members = others.map((each) => [each, 'viewer'] as const)
  const wid = await people.space(owner, 'Talk', members)
  const pages = everybody.map((person) => new VoicePage(person))
  for (const [index, page] of pages.entries()) {
    await page.open(server.url, wid, getTone(index))
    if (index < size - 1) await page.join()
  }
  return pages.at(-1)!
}

/** The same, with one page in the end. */
async function fillRoomWithClients(): Promise<VoicePage> {
  const speakers: Someone[] = []
  for (let index = 0; index < size; index += 1) speakers.push(await register(server.url, `speaker${index}`))
  const [owner, ...others] = speakers as [Someone, ...Someone[]]
  const person = await people.member('Person')
  const wid = await createSpace(owner, 'Talk')
  for (const each of [...others, { call: person.api }]) {
    const { token } = await owner.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    await each.call.space.acceptInvite({ body: { token } })
  }
  const sounds: (readonly Buffer[])[] = []
  for (const tone of tones) {
    const page = new VoicePage(person, await person.context.newPage())
    await page.open(server.url, wid, tone)
    await page.join()
    sounds.push(await recordVoice(server.url, owner, wid))
    await page.page.close()
  }
  for (const [index, sound] of sounds.entries())
    clients.push(await replayVoice(server.url, speakers[index]!, wid, sound))
  const last = new VoicePage(person)
  await last.open(server.url, wid, getTone(size - 1))
  return last
}

const last = await (values.others === 'clients' ? fillRoomWithClients() : fillRoomWithPages())
const loadBefore = loadavg()[0]!
const times: number[] = []
const bareTimes: number[] = []
for (let index = 0; index < joins; index += 1) {
  // As with people, the pointer is over the button before the click.
  await last.panel.getByRole('button', { name: 'Join voice' }).hover()
  times.push(await last.page.evaluate(joinAndListen))
  await last.receivesFrom(...tones)
  await last.panel.getByRole('button', { name: 'Leave voice' }).click()
  await last.panel.getByRole('button', { name: 'Join voice' }).waitFor()
  bareTimes.push(await last.page.evaluate(connectAndListen))
}
/** The value below which a share of the list lies, whole ms. */
function percentile(list: readonly number[], share: number): string {
  return list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1]!.toFixed(0)
}
const describe = (list: readonly number[]): string =>
  `p50 ${percentile(list, 0.5)}, p95 ${percentile(list, 0.95)}, longest ${percentile(list, 1)}`
process.stdout.write(
  `${cpus().length} cores (${cpus()[0]?.model}), load ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after; ` +
    `${new Date().toISOString().slice(0, 10)}; ${values.engine}, ${size} people, the others as ${values.others}, ${joins} joins\n` +
    `join to first sound, ms: ${describe(times)}\n` +
    `the page connected with itself, ms: ${describe(bareTimes)}\n`,
)
writeFileSync(values.out, JSON.stringify({ engine: values.engine, size, others: values.others, load: [loadBefore, loadavg()[0]], times, bareTimes }, null, 1))
await browser.close()
for (const client of clients) client.close()
await server.dispose()
await liveKit?.dispose()
// The media library keeps a process that has used it.
process.exit(0)
