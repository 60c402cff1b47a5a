import { shapes } from '@tavla/canvas'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal, useSignalEffect } from '../../../platform/dom/use-signal.ts'
import { BarButton, Rule } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import { getIcon } from '../icons/icons.ts'
import { PropertiesSheet } from '../overlays/lazy-board-overlays.ts'
import { RovingBar } from '../roving-bar.tsx'
import { AccessPanel, canSetAccess } from './access-panel.tsx'
import { ArrangePanel } from './arrange-panel.tsx'
import classes from './properties.module.css'
import { SectionButton } from './section-button.tsx'
import type { PanelName } from './section-button.tsx'
import { SectionPanel } from '../overlays/lazy-section-panel.ts'
import { createFieldSchemas, getSections } from './style-sections.ts'
import type { StyleSection } from './style-sections.ts'
import { useMarksHidden } from './use-marks-hidden.ts'

const LinkPanel = lazy(async () => ({ default: (await import('./link-panel.tsx')).LinkPanel }))
const ImagePanel = lazy(async () => ({ default: (await import('./image-panel.tsx')).ImagePanel }))

/** At most this many selected elements are inspected; more would not change the options. */
const maxSampled = 500

const shapeSchemas = shapes.map(({ schema }) => schema)

interface PropertiesBarProps {
  opened: PanelName | null
  onOpen(name: PanelName | null): void
}

/** Buttons for the style of the selection or of the next new element, and for actions. */
export function PropertiesBar({ opened, onOpen }: PropertiesBarProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const style = useSignal(board.state.style)
  const selection = useSignal(board.state.selection)
  const editing = useSignal(board.state.editing)
  // While text is edited, only text styles apply.
  useSignal(board.state.ability)
  const refusalReason = useRefusalReason()
  const all = refusalReason === null ? getSections(style) : []
  const offered = editing === null ? all : all.filter((name) => name === 'text')
  if (offered.length === 0 && selection.length === 0) return null
  const hasText =
    refusalReason === null && selection.slice(0, 20).some((id) => board.document.get(id)?.['text'] != null)
  const button = (name: PanelName, label: string, shortcut?: string) => (
    <SectionButton
      key={name}
      name={name}
      label={label}
      shortcut={shortcut}
      style={style}
      opened={opened}
      onOpen={onOpen}
    />
  )
  return (
    <RovingBar
      label={t(selection.length > 0 ? 'properties.ofSelection' : 'properties.ofNext')}
      className={classes.bar}
    >
      {offered.map((section) => button(section, t(`properties.sections.${section}`)))}
      {(editing !== null || hasText) && <TextFormats />}
      {editing !== null && button('link', t('commands.editLink'), 'Mod+K')}
      {selection.length > 0 && editing === null && (
        <>
          {offered.length > 0 && <Rule />}
          {refusalReason !== null && (
            <span className={classes.why}>{t(`properties.why.${refusalReason}`)}</span>
          )}
          {canSetAccess(board) && button('access', t('properties.sections.access'))}
          {board.canRun('crop') && button('image', t('image.title'))}
          {refusalReason === null && button('link', t('commands.editLink'), 'Mod+K')}
          {refusalReason === null && button('arrange', t('arrange.title'))}
          <SelectionActions />
        </>
      )}
    </RovingBar>
  )
}

/** Why nothing in the selection can be changed; null if something can. */
function useRefusalReason() {
  const { board, replica } = useBoard()
  const selection = useSignal(board.state.selection)
  const [first] = selection
  if (first === undefined || board.canRun('delete')) return null
  const reason = replica.canChange(first)?.refused
  return reason === 'not_yours' || reason === 'frame' || reason === 'locked' ? reason : 'role'
}

/** The panel that a button of the bar opens. */
export function PropertiesPanel({ name, onClose }: { name: PanelName; onClose(): void }) {
  if (name === 'link' || name === 'image') {
    const Panel = name === 'link' ? LinkPanel : ImagePanel
    return (
      <Suspense fallback={null}>
        <Panel onClose={onClose} />
      </Suspense>
    )
  }
  if (name === 'access') return <AccessPanel />
  return name === 'arrange' ? <ArrangePanel /> : <StylePanel section={name} onClose={onClose} />
}

function StylePanel({ section, onClose }: { section: StyleSection; onClose(): void }) {
  const { board } = useBoard()
  const style = useSignal(board.state.style)
  const selection = useSignal(board.state.selection)
  const tool = useSignal(board.state.tool)
  const createdShape = board.tools.find(({ id }) => id === tool)?.creates
  const selected = selection.slice(0, maxSampled).map((id) => board.document.get(id)?.kind ?? '')
  const schemas = createFieldSchemas(
    shapeSchemas,
    new Set(selected.length > 0 || !createdShape ? selected : [createdShape.kind]),
  )
  return (
    <SectionPanel
      section={section}
      style={style}
      schemas={schemas}
      onSet={(fields) => board.setStyle(fields)}
      onClose={onClose}
    />
  )
}

/** Opens the panel for links when the board asks for it. */
export function useLinkEditor(open: () => void): void {
  const { ui } = useBoard()
  useSignalEffect(() => {
    if (!ui.linkEditor.value) return
    ui.linkEditor.value = false
    open()
  })
}

export function getPanelTitle(name: PanelName, t: TFunction<'board'>): string {
  if (name === 'link') return t('commands.editLink')
  if (name === 'image') return t('image.title')
  return t(name === 'arrange' ? 'arrange.title' : `properties.sections.${name}`)
}

/** The bar of narrow screens; its panels open as a bottom sheet. */
export function NarrowProperties() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [opened, setOpened] = useState<PanelName | null>(null)
  useMarksHidden(board, opened)
  useLinkEditor(() => setOpened('link'))
  const close = () => {
    setOpened(null)
    board.focus()
  }
  return (
    <>
      <PropertiesBar opened={opened} onOpen={setOpened} />
      <PropertiesSheet opened={opened !== null} onClose={close} title={opened && getPanelTitle(opened, t)}>
        {opened && <PropertiesPanel name={opened} onClose={close} />}
      </PropertiesSheet>
    </>
  )
}

const formats = ['bold', 'italic', 'underline', 'strike', 'bulletList', 'orderedList', 'checkList'] as const

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
            Icon={getIcon(command?.icon)}
            aria-pressed={active.has(format)}
            onClick={() => board.formatText(format)}
          />
        )
      })}
    </>
  )
}

function SelectionActions() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const selection = useSignal(board.state.selection)
  const locked = selection.every((id) => board.document.get(id)?.['lock'] != null)
  return (
    <>
      {board.canRun('lock') && (
        <BarButton
          label={t(locked ? 'unlock' : 'lock')}
          shortcut="Mod+Shift+L"
          Icon={getIcon('lock')}
          aria-pressed={locked}
          onClick={() => board.run('lock')}
        />
      )}
      <BarButton
        label={t('commands.duplicate')}
        shortcut="Mod+D"
        Icon={getIcon('copy')}
        disabled={!board.canRun('duplicate')}
        onClick={() => board.run('duplicate')}
      />
      {board.canRun('delete') && (
        <BarButton
          label={t('commands.delete')}
          shortcut="Delete"
          Icon={getIcon('trash')}
          onClick={() => board.run('delete')}
        />
      )}
    </>
  )
}
