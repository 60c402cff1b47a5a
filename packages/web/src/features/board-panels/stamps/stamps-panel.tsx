import { Button, ScrollArea, Text, TextInput } from '@mantine/core'
import { IconFileImport, IconSearch, IconX } from '@tabler/icons-react'
import { importExcalidraw, isImportFailure } from '@tavla/canvas'
import type { Board } from '@tavla/canvas'
import type { BoardRecord, Entry } from '@tavla/canvas/model'
import { useEffect, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredStamp } from '../../../platform/offline/stamp-store.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BarButton } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import floating from '../float.module.css'
import type { DrawingRequest } from '../import/insert-pasted.ts'
import { SnippetImage } from '../snippet-image.tsx'
import { loadStamps, removeStamps, stamps } from './stamps.ts'
import classes from './stamps-panel.module.css'

export interface StampsPanelProps {
  onPlace(request: DrawingRequest): void
  onSelectFiles(): void
}

/** From this number on they can be searched. */
const searchFrom = 12

/** Drawings to place again and again, from libraries of other programs. */
export function OpenStampsPanel({ onPlace, onSelectFiles }: StampsPanelProps) {
  const { t } = useTranslation('board')
  const { board, ui } = useBoard()
  const all = useSignal(stamps)
  const [query, setQuery] = useState('')
  useEffect(() => void loadStamps(), [])
  const close = () => {
    ui.stamps.value = false
    board.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const key = query.trim().toLowerCase()
  const shown = (all ?? []).filter(({ name, library }) => `${name}\n${library}`.toLowerCase().includes(key))
  return (
    <aside
      className={`${floating.bar} ${classes.panel}`}
      aria-label={t('stamps.title')}
      onKeyDown={onKeyDown}
    >
      <div className={classes.row}>
        <Text fw={500} size="sm" className={classes.title ?? ''}>
          {t('stamps.title')}
        </Text>
        <BarButton
          label={t('stamps.import')}
          tooltipPosition="bottom"
          Icon={IconFileImport}
          onClick={onSelectFiles}
        />
        <BarButton label={t('common:act.close')} tooltipPosition="bottom" Icon={IconX} onClick={close} />
      </div>
      {all?.length === 0 && (
        <EmptyState title={t('stamps.empty.title')} text={t('stamps.empty.text')}>
          <Button size="xs" variant="default" onClick={onSelectFiles}>
            {t('stamps.import')}
          </Button>
        </EmptyState>
      )}
      {(all?.length ?? 0) >= searchFrom && (
        <TextInput
          size="xs"
          type="search"
          aria-label={t('stamps.search')}
          placeholder={t('stamps.search')}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 && (
        <ScrollArea.Autosize mah="var(--stamps-height)" type="auto" offsetScrollbars>
          <ul className={classes.grid}>
            {shown.map((stamp) => (
              <StampItem
                key={stamp.id}
                stamp={stamp}
                canPlace={board.canUse('rect')}
                onPlace={() => onPlace(createRequest(board, stamp))}
              />
            ))}
          </ul>
        </ScrollArea.Autosize>
      )}
      {key !== '' && shown.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('stamps.none', { key: query.trim() })}
        </Text>
      )}
    </aside>
  )
}

interface StampItemProps {
  stamp: StoredStamp
  canPlace: boolean
  onPlace(): void
}

function StampItem({ stamp, canPlace, onPlace }: StampItemProps) {
  const { t } = useTranslation('board')
  const entries = useMemo(() => listEntries(stamp), [stamp])
  const name = stamp.name === '' ? t('stamps.unnamed') : stamp.name
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.stamp}
        disabled={!canPlace}
        title={`${name} · ${stamp.library}`}
        aria-label={t('stamps.place', { name })}
        onClick={onPlace}
      >
        <SnippetImage entries={entries} width={92} height={64} />
        <span className={classes.name}>{name}</span>
      </button>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('stamps.remove', { name })}
        onClick={() => void removeStamps([stamp.id])}
      >
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </li>
  )
}

/** Records of a stamp, for its picture. */
function listEntries({ text }: StoredStamp): readonly Entry[] {
  const drawing = importExcalidraw(text)
  if (isImportFailure(drawing)) return []
  return drawing.records.map((record) => ({
    record: record as BoardRecord,
    clock: {},
    pieces: drawing.pieces.get(record.id) ?? [],
    open: false,
  }))
}

/** Around the middle of what is seen. */
function createRequest({ state }: Board, { text, name }: StoredStamp): DrawingRequest {
  const { x, y, zoom } = state.camera.peek()
  const { clientWidth, clientHeight } = document.documentElement
  return {
    type: 'insertDrawing',
    drawing: { name: `${name}.excalidraw`, text },
    at: { x: x + clientWidth / 2 / zoom, y: y + clientHeight / 2 / zoom },
  }
}
