import { afterEach, expect, test, vi } from 'vitest'
import { readVideo } from './read-video.ts'

afterEach(() => vi.restoreAllMocks())

/** A green video of some tenths of a second. */
async function recordVideo(): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
  const context = canvas.getContext('2d')!
  const draw = (color: string): void => {
    context.fillStyle = color
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  draw('#00b800')
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const stopped = new Promise((resolve) => (recorder.onstop = resolve))
  recorder.start()
  for (let frame = 0; frame < 20; frame++) {
    draw(frame % 2 ? '#00c000' : '#00b800')
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  recorder.stop()
  await stopped
  return new Blob(parts, { type: 'video/webm' })
}

async function getMiddle(image: Blob): Promise<readonly number[]> {
  const bitmap = await createImageBitmap(image)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return [...context.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data]
}

test('a video is shown by its first frame, even if it is announced before that can be drawn', async () => {
  const video = await recordVideo()
  const createElement = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = createElement(name)
    element.addEventListener('loadedmetadata', () => element.dispatchEvent(new Event('loadeddata')))
    return element
  })
  // The frame is often there by then.
  for (let round = 0; round < 10; round++) {
    const { poster } = await readVideo(video, 'clip.webm')
    const [red = 0, green = 0, blue = 0] = await getMiddle(poster.file)
    expect(green).toBeGreaterThan(150)
    expect(Math.max(red, blue)).toBeLessThan(50)
    expect(poster).toMatchObject({ name: 'clip.jpg', w: 320, h: 180 })
  }
})
