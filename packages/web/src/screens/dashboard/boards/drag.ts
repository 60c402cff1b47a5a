import { z } from 'zod'

const kind = 'application/x-tavla-boards'
const Wids = z.array(z.string()).min(1)

/** What is dragged are boards; whose ids are read only when they are dropped, as browsers want it. */
export function isBoardDrag(data: DataTransfer): boolean {
  return data.types.includes(kind)
}

export function dragBoards(data: DataTransfer, wids: readonly string[]): void {
  data.setData(kind, JSON.stringify(wids))
  data.effectAllowed = 'move'
}

export function draggedBoards(data: DataTransfer): string[] {
  const text = data.getData(kind)
  if (text === '') return []
  try {
    return Wids.parse(JSON.parse(text))
  } catch (error) {
    console.warn('What was dropped are no boards', error)
    return []
  }
}
