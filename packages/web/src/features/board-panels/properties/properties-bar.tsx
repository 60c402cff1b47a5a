import { shapes } from '@tavla/canvas'
import { IconStack2 } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/use-signal.ts'
import { BarButton, Rule } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import { iconOf } from '../icons.ts'
import { RovingBar } from '../roving-bar.tsx'
import { ArrangePanel } from './arrange-panel.tsx'
import { placeBar } from './place-bar.ts'
import type { Size } from './place-bar.ts'
import classes from './properties.module.css'
import { BehindButton, SectionFace } from './section-button.tsx'
import { SectionPanel } from './section-panels.tsx'
import { fieldSchemas, sectionsOf } from './style-sections.ts'

/** Kept clear for the bars at the edges, CSS pixels. */
const margins = { top: 64, right: 8, bottom: 76, left: 8 }
/** Kinds of this many selected elements are looked at; more would not change what is offered. */
const sampled = 500

const schemasOfShapes = shapes.map(({ schema }) => schema)

/** The looks of what is selected, beside it; it follows, and never covers it. */
export function SelectionProperties({ view }: { view: Size }) {
  const { board } = useBoard()
  const box = useSignal(board.state.selectionBox)
  const ability = useSignal(board.state.ability)
  const [size, setSize] = useState<Size>({ w: 360, h: 46 })
  const measure = useCallback((element: HTMLDivElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ w: element.offsetWidth, h: element.offsetHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (box === null || ability === 'viewer' || ability === 'commenter') return null
  const at = placeBar(box, size, view, margins)
  return (
    <div
      ref={measure}
      className={classes.place}
      style={{ transform: `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)` }}
      data-testid="properties"
    >
      <PropertiesBar narrow={false} />
    </div>
  )
}

/** The buttons: what the selection, or else the next new element, looks like; then what can be done with it. */
export function PropertiesBar({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const style = useSignal(board.state.style)
  const selection = useSignal(board.state.selection)
  const tool = useSignal(board.state.tool)
  const editing = useSignal(board.state.editing)
  const made = board.tools.find(({ id }) => id === tool)?.makes
  const kinds = new Set(
    selection.length > 0
      ? selection.slice(0, sampled).map((id) => board.document.get(id)?.kind ?? '')
      : made
        ? [made.kind]
        : [],
  )
  const schemas = fieldSchemas(schemasOfShapes, kinds)
  const offered = sectionsOf(style)
  if (offered.length === 0 && selection.length === 0) return null
  return (
    <RovingBar
      label={t(selection.length > 0 ? 'properties.ofSelection' : 'properties.ofNext')}
      className={classes.bar}
    >
      {offered.map((section) => (
        <BehindButton
          key={section}
          label={t(`properties.sections.${section}`)}
          face={<SectionFace section={section} style={style} />}
          narrow={narrow}
          testId={`section-${section}`}
        >
          <SectionPanel
            section={section}
            style={style}
            schemas={schemas}
            onSet={(fields) => board.setStyle(fields)}
          />
        </BehindButton>
      ))}
      {(editing !== null || hasText(selection)) && <TextFormats />}
      {selection.length > 0 && <Acts narrow={narrow} divided={offered.length > 0} />}
    </RovingBar>
  )

  function hasText(ids: readonly string[]): boolean {
    return ids.length > 0 && ids.slice(0, 20).some((id) => board.document.get(id)?.['text'] != null)
  }
}

const formats = ['bold', 'italic', 'underline', 'strike', 'bulletList', 'orderedList'] as const

function TextFormats() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const active = useSignal(board.state.textFormats)
  const editing = useSignal(board.state.editing)
  const shown = editing === null ? formats.slice(0, 2) : formats
  return (
    <>
      <Rule />
      {shown.map((format) => {
        const command = board.commands.find(({ id }) => id === format)
        return (
          <BarButton
            key={format}
            label={t(`commands.${format}`)}
            shortcut={command?.keys[0]}
            Icon={iconOf(command?.icon)}
            aria-pressed={active.has(format)}
            onClick={() => board.formatText(format)}
          />
        )
      })}
    </>
  )
}

function Acts({ narrow, divided }: { narrow: boolean; divided: boolean }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const selection = useSignal(board.state.selection)
  const locked = selection.every((id) => board.document.get(id)?.['lock'] != null)
  return (
    <>
      {divided && <Rule />}
      <BehindButton
        label={t('arrange.title')}
        face={<IconStack2 size={20} stroke={1.5} aria-hidden />}
        narrow={narrow}
        testId="arrange"
      >
        <ArrangePanel />
      </BehindButton>
      {board.canRun('lock') && (
        <BarButton
          label={t(locked ? 'unlock' : 'commands.lock')}
          shortcut="Mod+Shift+L"
          Icon={iconOf('lock')}
          aria-pressed={locked}
          onClick={() => board.run('lock')}
        />
      )}
      <BarButton
        label={t('commands.duplicate')}
        shortcut="Mod+D"
        Icon={iconOf('copy')}
        disabled={!board.canRun('duplicate')}
        onClick={() => board.run('duplicate')}
      />
      <BarButton
        label={t('commands.delete')}
        shortcut="Delete"
        Icon={iconOf('trash')}
        disabled={!board.canRun('delete')}
        onClick={() => board.run('delete')}
      />
    </>
  )
}
