import type { LiveDocument, RecordId } from '../../document/model/record.ts'
import { getContainer, type Shapes } from '../view/relations.ts'

interface FrameTitleParts {
  readonly replica: { readonly document: Pick<LiveDocument, 'childIds' | 'get'> }
  readonly shapes: Shapes
  readonly frameTitle?: ((number: number) => string) | undefined
}

/** The first default title, counted from the number of frames on a page, that none of them has. */
export function createFrameTitle({ replica, shapes, frameTitle }: FrameTitleParts, page: RecordId): string {
  if (!frameTitle) return ''
  const { document } = replica
  const frames = document
    .childIds(page)
    .map((id) => document.get(id))
    .filter((record) => getContainer(record, shapes) === 'frame')
  const titles = new Set(frames.map((record) => record?.['title']))
  let number = frames.length + 1
  while (titles.has(frameTitle(number))) number++
  return frameTitle(number)
}
