/** Larger images stay still: each frame would take longer to decode than it is shown. */
const maxPixels = 8_000_000
/** Browsers show frames that name no usable duration for this long. */
const defaultFrameMs = 100
const shortestFrameMs = 20

export interface AnimationFrame {
  readonly bitmap: ImageBitmap
  readonly durationMs: number
}

/** The frames of an animated image, in their order and as often as the file says. */
export interface FrameSource {
  /** Null after the last repetition. */
  next(): Promise<AnimationFrame | null>
  close(): void
}

/** Null if the image does not move, or this browser cannot decode single frames. */
export async function openFrames(blob: Blob): Promise<FrameSource | null> {
  // Older browsers do not have it.
  const Decoder = globalThis.ImageDecoder as typeof ImageDecoder | undefined
  if (!Decoder || !(await Decoder.isTypeSupported(blob.type))) return null
  const decoder = new Decoder({ data: await blob.arrayBuffer(), type: blob.type })
  try {
    await decoder.completed
    await decoder.tracks.ready
    const track = decoder.tracks.selectedTrack
    if (!track?.animated || track.frameCount < 2) return closed(decoder)
    const { image } = await decoder.decode({ frameIndex: 0 })
    if (image.displayWidth * image.displayHeight > maxPixels) {
      image.close()
      return closed(decoder)
    }
    const { image: again } = await decoder.decode({ frameIndex: 0 })
    // Firefox caches frames and gives out the same one again: once closed, it could never be shown again.
    const areCached = again === image
    if (!areCached) for (const frame of [image, again]) frame.close()
    return createSource(decoder, track, areCached)
  } catch (error) {
    decoder.close()
    throw error
  }
}

function createSource(
  decoder: ImageDecoder,
  { frameCount, repetitionCount }: Pick<ImageTrack, 'frameCount' | 'repetitionCount'>,
  areCached: boolean,
): FrameSource {
  let index = 0
  let rounds = 0
  return {
    async next() {
      if (index >= frameCount) {
        rounds++
        if (rounds > repetitionCount) return null
        index = 0
      }
      const { image } = await decoder.decode({ frameIndex: index++ })
      const durationMs = (image.duration ?? 0) / 1000
      try {
        const bitmap = await createImageBitmap(image)
        return { bitmap, durationMs: durationMs < shortestFrameMs ? defaultFrameMs : durationMs }
      } finally {
        if (!areCached) image.close()
      }
    },
    close: () => decoder.close(),
  }
}

function closed(decoder: ImageDecoder): null {
  decoder.close()
  return null
}
