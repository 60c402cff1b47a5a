import { defineCommand } from '@tavla/canvas'
import type { Command } from '@tavla/canvas'
import type { OpenBoard } from './board-context.ts'
import type { BoardUi } from './board-ui.ts'

export interface HostActs {
  readonly ui: BoardUi
  readonly room: OpenBoard['room']
  toggleDark(): void
}

/** Acts of the screen, in the same list as the board's own: keys, palette and help read it. */
export function hostCommands({ ui, room, toggleDark }: HostActs): readonly Command[] {
  return [
    defineCommand({
      id: 'openPalette',
      icon: 'command',
      keys: ['Mod+K', 'Mod+/', 'Mod+Shift+P'],
      run: () => ui.open({ type: 'palette' }),
    }),
    defineCommand({ id: 'openHelp', icon: 'keyboard', keys: ['?'], run: () => ui.open({ type: 'help' }) }),
    defineCommand({
      id: 'focusMode',
      icon: 'focus-centered',
      keys: ['Mod+.'],
      run: () => ui.toggleFocusMode(),
    }),
    defineCommand({
      id: 'present',
      icon: 'presentation',
      when: (view) => view.rights.mayManage && room.presenting.peek() === null,
      run: () => room.present('editor'),
    }),
    defineCommand({ id: 'darkMode', icon: 'moon', keys: ['Alt+Shift+D'], run: toggleDark }),
  ]
}
