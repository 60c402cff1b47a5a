import type { Tool } from '@tavla/canvas'
import { IconDots, IconLockSquare } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { BarButton, Rule } from './bar-button.tsx'
import { useBoard } from './board-context.ts'
import { getToolIcon } from './icons/tool-icons.ts'
import { moreToolItems, toolItems } from './overlays/lazy-board-overlays.ts'
import { RovingBar } from './roving-bar.tsx'
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
        Icon={getToolIcon(command?.icon)}
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
      Icon={getToolIcon(tool.icon)}
      aria-pressed={tool.id === active}
      data-tool={tool.id}
      more={more}
    />
  )
}

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
    <LazyOverlay
      type="menu"
      code={toolItems}
      opened={opened}
      onChange={setOpened}
      // A press on the button selects its tool first.
      opensBy="owner"
      render={(ToolItems) => <ToolItems tools={tools} active={active} onClose={() => setOpened(false)} />}
    >
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
    </LazyOverlay>
  )
}

/** Tools for which a narrow screen has no room. */
function MoreTools({ slots, active }: { slots: readonly ToolSlot[]; active: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const ids = slots.flatMap((slot) => ('tools' in slot ? slot.tools : []))
  const activeTool = board.tools.find(({ id }) => id === active && ids.includes(id))
  const Icon = activeTool ? getToolIcon(activeTool.icon) : IconDots
  return (
    <LazyOverlay
      type="menu"
      code={moreToolItems}
      render={(MoreToolItems) => <MoreToolItems slots={slots} active={active} />}
    >
      <BarButton
        label={t('moreTools')}
        Icon={Icon}
        aria-pressed={activeTool !== undefined}
        more={activeTool !== undefined}
      />
    </LazyOverlay>
  )
}
