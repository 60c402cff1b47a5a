import { defineCommand, getSelectedGrowSource } from '@tavla/canvas'
import type { Command } from '@tavla/canvas'
import type { OpenBoard } from '../board-context.ts'
import type { BoardUi } from '../board-ui.ts'
import { moveToRegion } from '../reading/regions.ts'

export interface HostActions {
  readonly ui: BoardUi
  readonly room: OpenBoard['room']
  /** Stops following someone, because presenters show their own view. */
  stopFollowing(): void
  toggleDark(): void
  /** Copies the URL of this element on this page. */
  copyLink(target: { readonly page: string; readonly element: string }): void
}

/** Commands of the page, in the same list as the board's own: shortcuts, palette and help use it. */
export function createHostCommands({
  ui,
  room,
  stopFollowing,
  toggleDark,
  copyLink,
}: HostActions): readonly Command[] {
  return [
    defineCommand({
      id: 'openPalette',
      icon: 'command',
      keys: ['Mod+/', 'Mod+K', 'Mod+Shift+P'],
      run: () => ui.open({ type: 'palette' }),
    }),
    defineCommand({ id: 'find', icon: 'search', keys: ['Mod+F'], run: () => ui.openFind() }),
    defineCommand({
      id: 'toggleMinimap',
      icon: 'map',
      keys: ['Mod+Shift+M'],
      run: () => ui.toggleMinimap(),
    }),
    defineCommand({ id: 'toggleStamps', icon: 'books', run: () => ui.toggleStamps() }),
    defineCommand({
      id: 'connectTo',
      icon: 'arrow-up-right',
      keys: ['Mod+Alt+K'],
      when: (view) => getSelectedGrowSource(view) !== undefined,
      run: () => ui.open({ type: 'connect' }),
    }),
    defineCommand({ id: 'nextRegion', keys: ['F6'], run: () => moveToRegion(1) }),
    defineCommand({ id: 'previousRegion', keys: ['Shift+F6'], run: () => moveToRegion(-1) }),
    defineCommand({ id: 'openHelp', icon: 'keyboard', keys: ['?'], run: () => ui.open({ type: 'help' }) }),
    defineCommand({ id: 'boardHealth', icon: 'activity', run: () => ui.open({ type: 'health' }) }),
    defineCommand({
      id: 'focusMode',
      icon: 'focus-centered',
      keys: ['Mod+.'],
      run: () => ui.toggleFocusMode(),
    }),
    defineCommand({
      id: 'present',
      icon: 'presentation',
      when: (view) => view.rights.canManage && room.presenting.peek() === null,
      run() {
        stopFollowing()
        room.present('editor')
      },
    }),
    defineCommand({
      id: 'slideshow',
      icon: 'slideshow',
      keys: ['Alt+Shift+P'],
      run() {
        stopFollowing()
        ui.open({ type: 'slides' })
      },
    }),
    defineCommand({
      id: 'elementHistory',
      icon: 'history',
      when: (view) => view.selected.length === 1,
      run: ({ selected: [record] }) =>
        record !== undefined && ui.open({ type: 'history', since: null, record }),
    }),
    defineCommand({
      id: 'copyLink',
      icon: 'link',
      keys: ['Mod+Alt+L'],
      when: (view) => view.selected.length === 1,
      run: ({ page, selected: [element] }) => element !== undefined && copyLink({ page, element }),
    }),
    defineCommand({ id: 'darkMode', icon: 'moon', keys: ['Alt+Shift+D'], run: toggleDark }),
  ]
}
