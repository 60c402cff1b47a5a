import { Menu } from '@mantine/core'
import type { Tool } from '@tavla/canvas'
import { IconDots, IconLockSquare } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { BarButton, Rule } from './bar-button.tsx'
import { useBoard } from './board-context.ts'
import { getIcon } from './icons.ts'
import { RovingBar } from './roving-bar.tsx'
import { ShortcutText } from './menus/keys.tsx'
import { ShapePicker } from './shape-picker.tsx'
import { splitForNarrow, getShownTool, groupTools } from './tool-groups.ts'
import type { ToolSlot } from './tool-groups.ts'

/** The toolbar. Tools that the role does not allow are omitted. */
export function Toolbar({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const active = useSignal(board.state.tool)
  const ability = useSignal(board.state.ability)
  const locked = useSignal(board.state.toolLocked)
  const [recentTools, setRecentTools] = useState<readonly string[]>([])
  useEffect(() => setRecentTools((before) => [...before.filter((tool) => tool !== active), active]), [active])

  const groups = groupTools(board.tools)
    .map((group) => group.filter((slot) => canUse(slot)))
    .filter((slots) => slots.length > 0)
  const narrowSlots = splitForNarrow(board.tools)
  const canAdd = board.canUse('rect')

  function canUse(slot: ToolSlot): boolean {
    if ('command' in slot) return ability !== 'viewer' && ability !== 'commenter'
    return slot.tools.some((tool) => board.canUse(tool))
  }

  return (
    <RovingBar label={t('toolbar')}>
      {narrow && canAdd
        ? narrowSlots.shown
            .filter(canUse)
            .map((slot) => <Slot key={slot.id} slot={slot} recentTools={recentTools} active={active} />)
        : groups.map((group, i) => [
            i > 0 && <Rule key={`rule ${i}`} />,
            ...group.map((slot) => (
              <Slot key={slot.id} slot={slot} recentTools={recentTools} active={active} />
            )),
          ])}
      {narrow && canAdd && <MoreTools slots={narrowSlots.hidden.filter(canUse)} active={active} />}
      {!narrow && canAdd && (
        <>
          <Rule />
          <BarButton
            label={t('commands.toggleToolLock')}
            shortcut="Q"
            Icon={IconLockSquare}
            aria-pressed={locked}
            onClick={() => board.run('toggleToolLock')}
          />
        </>
      )}
    </RovingBar>
  )
}

interface SlotProps {
  slot: ToolSlot
  recentTools: readonly string[]
  active: string
}

function Slot({ slot, recentTools, active }: SlotProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  if ('command' in slot) {
    const command = board.commands.find(({ id }) => id === slot.command)
    return (
      <BarButton
        label={t(`commands.${slot.command}`)}
        shortcut={command?.keys[0]}
        Icon={getIcon(command?.icon)}
        onClick={() => board.run(slot.command)}
      />
    )
  }
  const shown = board.tools.find(({ id }) => id === getShownTool(slot, recentTools))
  if (!shown) return null
  if (slot.tools.length === 1)
    return <ToolButton tool={shown} active={active} onClick={() => board.setTool(shown.id)} />
  return <ToolMenu slot={slot} shown={shown} active={active} />
}

interface ToolButtonProps extends ComponentProps<'button'> {
  tool: Tool
  active: string
  more?: boolean
}

function ToolButton({ tool, active, more = false, ...rest }: ToolButtonProps) {
  const { t } = useTranslation('board')
  return (
    <BarButton
      {...rest}
      label={t(tool.labelKey)}
      shortcut={tool.keys[0]}
      Icon={getIcon(tool.icon)}
      aria-pressed={tool.id === active}
      data-tool={tool.id}
      more={more}
    />
  )
}

/** Larger groups are shown as a grid with a search field. */
const pickerFrom = 6

/** A group of tools: the button selects the last used one; pressed again, it opens the others. */
function ToolMenu({
  slot,
  shown,
  active,
}: {
  slot: { tools: readonly string[] }
  shown: Tool
  active: string
}) {
  const { board } = useBoard()
  const [opened, setOpened] = useState(false)
  const tools = board.tools.filter(({ id }) => slot.tools.includes(id))
  const selectOrToggle = () => {
    if (active === shown.id) setOpened(!opened)
    else board.setTool(shown.id)
  }
  return (
    <Menu
      opened={opened}
      // A press on the button selects its tool; the menu handles only closing.
      onChange={(next) => {
        if (!next) setOpened(false)
      }}
      position="top"
      offset={12}
      // Focus goes to the search field, except where that would open the on-screen keyboard.
      withInitialFocusPlaceholder={tools.length <= pickerFrom || !matchMedia('(hover: hover)').matches}
    >
      <Menu.Target>
        <ToolButton
          tool={shown}
          active={active}
          more
          onClick={selectOrToggle}
          onContextMenu={(event) => {
            event.preventDefault()
            setOpened(true)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
            event.preventDefault()
            setOpened(true)
          }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {tools.length > pickerFrom ? (
          <ShapePicker tools={tools} active={active} onClose={() => setOpened(false)} />
        ) : (
          tools.map((tool) => <ToolItem key={tool.id} tool={tool} active={active} />)
        )}
      </Menu.Dropdown>
    </Menu>
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
function MoreTools({ slots, active }: { slots: readonly ToolSlot[]; active: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const locked = useSignal(board.state.toolLocked)
  const ids = slots.flatMap((slot) => ('tools' in slot ? slot.tools : []))
  const activeTool = board.tools.find(({ id }) => id === active && ids.includes(id))
  const Icon = activeTool ? getIcon(activeTool.icon) : IconDots
  return (
    <Menu position="top-end" offset={12}>
      <Menu.Target>
        <BarButton
          label={t('moreTools')}
          Icon={Icon}
          aria-pressed={activeTool !== undefined}
          more={activeTool !== undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
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
