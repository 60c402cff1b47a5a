import { readFileSync } from 'node:fs'
import { signal } from '@preact/signals-core'
import { commands, formIds, shapes, tools } from '@tavla/canvas'
import { getLocaleFile } from '@tavla/locales/files'
import { expect, test } from 'vitest'
import { createBoardUi } from './board-ui.ts'
import { getHelpSections } from './menus/help-sections.ts'
import { createHostCommands } from './menus/host-commands.ts'
import { hasIcon } from './icons/icons.ts'
import { toolIcons } from './icons/tool-icons.ts'
import { splitForNarrow, getShownTool, groupTools, type ToolSlot } from './tool-groups.ts'

const room = { role: signal(null), presenting: signal(null), present: () => undefined }
const hostCommands = createHostCommands({
  ui: createBoardUi(),
  room,
  stopFollowing: () => undefined,
  toggleDark: () => undefined,
  copyLink: () => undefined,
})
const all = [...commands, ...hostCommands]
const translations: unknown = JSON.parse(readFileSync(getLocaleFile('en', 'board'), 'utf8'))
const hasText = (key: string) =>
  typeof key
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)?.[part], translations) === 'string'

test('every tool, command and shape has a translation', () => {
  const keys = [...tools, ...all].map(({ labelKey }) => labelKey)
  const names = shapes.flatMap(({ nameKey }) => nameKey ?? [])
  const forms = formIds.map((form) => `forms.${form}`)
  expect([...keys, ...names, ...forms, 'shapes.group'].filter((key) => !hasText(key))).toEqual([])
})

test('every icon named by a tool or command exists', () => {
  const named = [...tools, ...all].flatMap(({ icon }) => icon ?? [])
  expect(named.filter((name) => !hasIcon(name))).toEqual([])
})

test('every icon of the toolbar is there without the other ones', () => {
  const inToolbar = new Set([
    'undo',
    'redo',
    ...groupTools(tools)
      .flat()
      .flatMap((slot) => ('command' in slot ? slot.command : [])),
  ])
  const named = [...tools, ...all.filter(({ id }) => inToolbar.has(id))].flatMap(({ icon }) => icon ?? [])
  expect(named.filter((name) => !toolIcons.has(name))).toEqual([])
})

const shapesSlot = ['rect', 'ellipse', 'diamond', ...formIds.map((form) => `figure-${form}`)].join('+')

test('the toolbar contains every tool once, in order, on wide and narrow screens', () => {
  const ids = (slots: readonly ToolSlot[]) =>
    slots.map((slot) => ('tools' in slot ? slot.tools.join('+') : slot.command)).join(' ')
  expect(groupTools(tools).map(ids)).toEqual([
    'select hand',
    `sticky text ${shapesSlot} connector line pen+highlighter eraser`,
    'frame insertFile laser',
  ])
  const { shown, hidden } = splitForNarrow(tools)
  expect(ids(shown)).toBe(`select sticky text ${shapesSlot} connector pen+highlighter eraser`)
  expect(ids(hidden)).toBe('hand line frame insertFile laser')
})

test('a tool group shows the tool that was used last', () => {
  const slot = { tools: ['rect', 'ellipse', 'diamond'] as const }
  expect(getShownTool(slot, [])).toBe('rect')
  expect(getShownTool(slot, ['diamond', 'ellipse', 'select'])).toBe('ellipse')
})

test('help lists every shortcut once', () => {
  const listed = getHelpSections(tools, all)
    .flatMap(({ entries }) => entries)
    .map(({ id, labelKey }) => `${labelKey} ${id}`)
  const expected = [...tools, ...all]
    .filter(({ keys }) => keys.length > 0)
    .map(({ id, labelKey }) => `${labelKey} ${id}`)
  expect(new Set(listed).size).toBe(listed.length)
  expect(expected.filter((entry) => !listed.includes(entry))).toEqual([])
})

test('no two commands share a shortcut unless the first one needs a selection', () => {
  const seen = new Map<string, string>()
  // The one needs an empty selection, the other one made by Tab.
  const isElsewhere = ({ id }: { readonly id: string }) => id.startsWith('pan') || id.startsWith('extend')
  const clashes = all
    .filter((command) => !isElsewhere(command))
    .flatMap(({ id, keys }) =>
      keys.flatMap((key) => {
        const other = seen.get(key)
        seen.set(key, id)
        return other === undefined ? [] : [`${key}: ${other}, ${id}`]
      }),
    )
  // With something selected the key edits its link, else it opens the palette.
  expect(clashes).toEqual(['Mod+K: editLink, openPalette'])
})
