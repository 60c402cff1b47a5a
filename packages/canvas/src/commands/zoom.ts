import { defineCommand } from '../define-command.ts'

const step = 1.25

export const zoomIn = defineCommand({
  id: 'zoomIn',
  icon: 'zoom-in',
  keys: ['Mod+=', 'Mod+Plus'],
  run: (edit) => edit.zoomBy(step),
})

export const zoomOut = defineCommand({
  id: 'zoomOut',
  icon: 'zoom-out',
  keys: ['Mod+-'],
  run: (edit) => edit.zoomBy(1 / step),
})

export const zoomFull = defineCommand({
  id: 'zoomFull',
  icon: 'zoom-reset',
  keys: ['Mod+0', 'Shift+0'],
  run: (edit) => edit.zoomTo(1),
})

export const zoomToFit = defineCommand({
  id: 'zoomToFit',
  icon: 'zoom-scan',
  keys: ['Shift+1', 'Alt+1'],
  when: (view) => view.scene.extent(view.page) !== undefined,
  run(edit) {
    const extent = edit.scene.extent(edit.page)
    if (extent) edit.fit(extent)
  },
})

export const zoomToSelection = defineCommand({
  id: 'zoomToSelection',
  icon: 'zoom-pan',
  keys: ['Shift+2', 'Alt+2'],
  when: (view) => view.selected.length > 0,
  run(edit) {
    const bounds = edit.scene.boundsOfAll(edit.selected)
    if (bounds) edit.fit(bounds)
  },
})
