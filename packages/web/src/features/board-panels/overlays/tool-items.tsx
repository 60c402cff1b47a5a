import { Menu } from '@mantine/core'
import type { Tool } from '@tavla/canvas'
import { IconLockSquare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { MenuOverlay } from '../../../ui/overlays/loaded/menu-overlay.tsx'
import { useBoard } from '../board-context.ts'
import { getIcon } from '../icons/icons.ts'
import { ShortcutText } from '../menus/keys.tsx'
import { ShapePicker } from '../shape-picker.tsx'
import type { ToolSlot } from '../tool-groups.ts'

/** Larger groups are shown as a grid with a search field. */
const pickerFrom = 6

interface ToolItemsProps {
  tools: readonly Tool[]
  active: string
  onClose(): void
}

/** The other tools of a group. */
export function ToolItems({ tools, active, onClose }: ToolItemsProps) {
  return (
    <MenuOverlay
      position="top"
      offset={12}
      // Focus goes to the search field, except where that would open the on-screen keyboard.
      withInitialFocusPlaceholder={tools.length <= pickerFrom || !matchMedia('(hover: hover)').matches}
    >
      {tools.length > pickerFrom ? (
        <ShapePicker tools={tools} active={active} onClose={onClose} />
      ) : (
        tools.map((tool) => <ToolItem key={tool.id} tool={tool} active={active} />)
      )}
    </MenuOverlay>
  )
}

function ToolItem({ tool, active }: { tool: Tool; active: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const Icon = getIcon(tool.icon)
  return (
    <Menu.Item
      leftSection={<Icon size={20} stroke={1.5} />}
      rightSection={<ShortcutText keys={tool.keys[0]} />}
      aria-current={tool.id === active}
      onClick={() => board.setTool(tool.id)}
    >
      {t(tool.labelKey)}
    </Menu.Item>
  )
}

/** Tools for which a narrow screen has no room. */
export function MoreToolItems({ slots, active }: { slots: readonly ToolSlot[]; active: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const locked = useSignal(board.state.toolLocked)
  return (
    <MenuOverlay position="top-end" offset={12}>
      {slots.map((slot) =>
        'command' in slot ? (
          <CommandItem key={slot.id} id={slot.command} />
        ) : (
          slot.tools.map((id) => {
            const tool = board.tools.find((each) => each.id === id)
            return tool && <ToolItem key={id} tool={tool} active={active} />
          })
        ),
      )}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconLockSquare size={20} stroke={1.5} />}
        aria-current={locked}
        c={locked ? 'var(--tavla-selection-ink)' : 'var(--tavla-ink)'}
        onClick={() => board.run('toggleToolLock')}
      >
        {t('commands.toggleToolLock')}
      </Menu.Item>
    </MenuOverlay>
  )
}

function CommandItem({ id }: { id: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const command = board.commands.find((each) => each.id === id)
  const Icon = getIcon(command?.icon)
  return (
    <Menu.Item leftSection={<Icon size={20} stroke={1.5} />} onClick={() => board.run(id)}>
      {t(`commands.${id}`)}
    </Menu.Item>
  )
}
