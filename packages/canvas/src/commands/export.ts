import { defineCommand } from '../define-command.ts'
import { getCentre } from '../geometry/box.ts'

export const exportPng = defineCommand({
  id: 'exportPng',
  icon: 'photo-down',
  run: (edit) => edit.requestHost({ type: 'export', as: 'png', to: 'file' }),
})

export const exportSvg = defineCommand({
  id: 'exportSvg',
  icon: 'file-type-svg',
  run: (edit) => edit.requestHost({ type: 'export', as: 'svg', to: 'file' }),
})

export const exportPdf = defineCommand({
  id: 'exportPdf',
  icon: 'file-type-pdf',
  run: (edit) => edit.requestHost({ type: 'export', as: 'pdf', to: 'file' }),
})

export const exportTavla = defineCommand({
  id: 'exportTavla',
  icon: 'package',
  run: (edit) => edit.requestHost({ type: 'export', as: 'tavla', to: 'file' }),
})

export const exportJson = defineCommand({
  id: 'exportJson',
  icon: 'json',
  run: (edit) => edit.requestHost({ type: 'export', as: 'json', to: 'file' }),
})

export const exportTexts = defineCommand({
  id: 'exportTexts',
  icon: 'file-text',
  run: (edit) => edit.requestHost({ type: 'export', as: 'md', to: 'file' }),
})

export const copyAsSvg = defineCommand({
  id: 'copyAsSvg',
  icon: 'file-type-svg',
  run: (edit) => edit.requestHost({ type: 'export', as: 'svg', to: 'clipboard' }),
})

export const copyAsPng = defineCommand({
  id: 'copyAsPng',
  icon: 'photo',
  keys: ['Mod+Shift+C'],
  run: (edit) => edit.requestHost({ type: 'export', as: 'png', to: 'clipboard' }),
})

export const insertFile = defineCommand({
  id: 'insertFile',
  icon: 'photo-plus',
  keys: ['Mod+U'],
  when: (view) => view.rights.canAdd(view.page),
  run: (edit) => edit.requestHost({ type: 'pickFiles', at: edit.pointer ?? getCentre(edit.visible) }),
})
