import { maxVideoBytes } from '@tavla/contract'
import { sleep } from '../../../../platform/dom/clock.ts'
import type { ReadyImage } from './image-size.ts'
import { withoutLocation } from './without-location.ts'
import { isVideo } from './video-types.ts'

/** The first frame is shown by the board at this width at most. */
const posterWidthPx = 1920
const posterQuality = 0.85
/** After a video has loaded; hidden tabs show none. */
const frameWithinMs = 1_000

/** A video in the form in which it is stored. Rejects if this browser cannot play it, or it is too large. */
export async function checkVideo(blob: Blob, name: string): Promise<ReadyImage> {
  const { video } = await readVideo(blob, name)
  return video
}

/** A video and its first frame as image. Rejects if this browser cannot play it, or it is too large. */
export async function readVideo(
  blob: Blob,
  name: string,
): Promise<{ readonly video: ReadyImage; readonly poster: ReadyImage }> {
  if (!isVideo(blob) || blob.size > maxVideoBytes) throw new Error('This is no video that can be stored')
  const url = URL.createObjectURL(blob)
  const element = document.createElement('video')
  try {
    await loadFirstFrame(element, url)
    const { videoWidth: w, videoHeight: h } = element
    if (w === 0 || h === 0) throw new Error('The file has sound only')
    const poster = await drawFrame(element, Math.min(1, posterWidthPx / w))
    const size = { w, h }
    return {
      video: { file: await withoutLocation(blob), name, ...size },
      poster: { file: poster, name: `${name.replace(/\.\w+$/, '')}.jpg`, ...size },
    }
  } finally {
    element.removeAttribute('src')
    element.load()
    URL.revokeObjectURL(url)
  }
}

async function loadFirstFrame(element: HTMLVideoElement, url: string): Promise<void> {
  const isShown = waitForFrame(element)
  await new Promise<void>((resolve, reject) => {
    element.onloadeddata = () => resolve()
    element.onerror = () => reject(new Error('This browser cannot play the video'))
    element.muted = true
    element.preload = 'auto'
    element.src = url
  })
  if (element.videoWidth > 0) await Promise.race([isShown, sleep(frameWithinMs)])
}

/** Chromium can announce that a video has loaded before its first frame can be drawn, which then is black. */
function waitForFrame(element: HTMLVideoElement): Promise<unknown> {
  // Firefox can be asked since version 132.
  if (!('requestVideoFrameCallback' in element)) return Promise.resolve()
  return new Promise((resolve) => element.requestVideoFrameCallback(resolve))
}

async function drawFrame(element: HTMLVideoElement, scale: number): Promise<Blob> {
  const width = Math.max(1, Math.round(element.videoWidth * scale))
  const height = Math.max(1, Math.round(element.videoHeight * scale))
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(element, 0, 0, width, height)
  return await canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
}
