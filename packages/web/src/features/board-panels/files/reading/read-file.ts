import { type ReadyImage, readImage } from './image-size.ts'
import { readVideo } from './read-video.ts'
import { isVideo } from './video-types.ts'

/** A file in the form in which it is stored. */
export interface ReadFile {
  /** The image, or the first frame of the video. */
  readonly image: ReadyImage
  readonly video?: ReadyImage
}

/** Rejects if this browser cannot show it, or it is too large. */
export async function readFile(blob: Blob, name: string): Promise<ReadFile> {
  if (!isVideo(blob)) return { image: await readImage(blob, name) }
  const { video, poster } = await readVideo(blob, name)
  return { image: poster, video }
}
