import { z } from 'zod'

const mimeType = 'application/x-tavla-boards'
const Wids = z.array(z.string()).min(1)

/** Whether boards are dragged. Their ids can be read only on drop: browsers hide the data until then. */
export function isBoardDrag(data: DataTransfer): boolean {
  return data.types.includes(mimeType)
}

export function dragBoards(data: DataTransfer, wids: readonly string[]): void {
  data.setData(mimeType, JSON.stringify(wids))
  data.effectAllowed = 'move'
}

export function getDraggedBoards(data: DataTransfer): string[] {
  const text = data.getData(mimeType)
  if (text === '') return []
  try {
    return Wids.parse(JSON.parse(text))
  } catch (error) {
    console.warn('What was dropped are no boards', error)
    return []
  }
}
