/**
 * From the click on "Join voice" to the first sound, in the pages of one browser: all but one person stay and send a tone
 * of their own, the last one joins and leaves again and again. Every join ends only when its spectrum holds all the tones.
 *   node browser.ts [--people 8] [--joins 30] [--engine embedded|livekit] [--out browser.json]
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
import { browserArguments, findBrowser } from '../../tools/find-browser.ts'
import { startLiveKit } from '../../tools/livekit-process.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '8' },
    joins: { type: 'string', default: '30' },
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
const everybody: Person[] = []
for (let index = 0; index < size; index += 1) everybody.push(await people.member(`Person${index}`))
const [owner, ...others] = everybody as [Person, ...Person[]]
const wid = await people.space(
  owner,
  'Talk',
  others.map((each) => [each, 'viewer'] as const),
)
const pages = everybody.map((person) => new VoicePage(person))
for (const [index, page] of pages.entries()) {
  await page.open(server.url, wid, getTone(index))
  if (index < size - 1) await page.join()
}
const last = pages.at(-1)!
const tones = pages.slice(0, -1).map((_, index) => getTone(index))
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
    `${new Date().toISOString().slice(0, 10)}; ${values.engine}, ${size} people, ${joins} joins\n` +
    `join to first sound, ms: ${describe(times)}\n` +
    `the page connected with itself, ms: ${describe(bareTimes)}\n`,
)
writeFileSync(values.out, JSON.stringify({ engine: values.engine, size, load: [loadBefore, loadavg()[0]], times, bareTimes }, null, 1))
await browser.close()
await server.dispose()
await liveKit?.dispose()
