import { defineCommand } from '../define-command.ts'
import type { BoardView } from '../editor/board-view.ts'

export const toggleGrid = defineCommand({
  id: 'toggleGrid',
  icon: 'grid-dots',
  keys: ["Mod+'"],
  run: (edit) => edit.toggleGrid(),
})

export const toggleSnapping = defineCommand({
  id: 'toggleSnapping',
  icon: 'magnet',
  run: (edit) => edit.toggleSnapping(),
})

export const toggleToolLock = defineCommand({
  id: 'toggleToolLock',
  icon: 'lock-square',
  keys: ['Q'],
  when: (view) => view.rights.canAdd(view.page),
  run: (edit) => edit.toggleToolLock(),
})

function getAdjacentPage(view: BoardView, step: 1 | -1): string | undefined {
  const pages = view.document.childIds(null)
  return pages[pages.indexOf(view.page) + step]
}

const pageCommand = (id: string, step: 1 | -1, key: string) =>
  defineCommand({
    id,
    keys: [key],
    when: (view) => getAdjacentPage(view, step) !== undefined,
    run(edit) {
      const page = getAdjacentPage(edit, step)
      if (page !== undefined) edit.goToPage(page)
    },
  })

export const nextPage = pageCommand('nextPage', 1, 'Alt+ArrowRight')
export const previousPage = pageCommand('previousPage', -1, 'Alt+ArrowLeft')
