import type { Board, Box } from '@tavla/canvas'
import { computed } from '@preact/signals-core'
import { memo, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { PanelWindow } from './panel-window.tsx'
import { placeBar, placePanel } from './place-bar.ts'
import type { Margins, Size } from './place-bar.ts'
import { PropertiesBar, PropertiesPanel } from './properties-bar.tsx'
import classes from './properties.module.css'
import type { PanelName } from './section-button.tsx'
import { useMarksHidden } from './use-marks-hidden.ts'
import { useMeasured } from './use-measured.ts'

/** Kept free for the bars at the edges, CSS pixels. */
const margins: Margins = { top: 66, right: 8, bottom: 70, left: 8 }
const edges: Margins = { top: 66, right: 8, bottom: 66, left: 8 }

/** Style properties next to the selection; they move with it and never cover it. */
export function SelectionProperties({ view }: { view: Size }) {
  const { board } = useBoard()
  const selected = useSignal(useMemo(() => boxAtRest(board), [board]))
  const typed = useTypedBox(board)
  const box = typed ?? selected
  const ability = useSignal(board.state.ability)
  const { size, measure } = useMeasured({ w: 360, h: 46 })
  const [opened, setOpened] = useState<PanelName | null>(null)
  useMarksHidden(board, opened)
  if (box === null || ability === 'viewer' || ability === 'commenter') return null
  const bar = { ...placeBar(box, size, view, margins), ...size }
  return (
    <>
      <div
        ref={measure}
        className={`${classes.place} ${classes.follows}`}
        style={{ transform: `translate(${Math.round(bar.x)}px, ${Math.round(bar.y)}px)` }}
        data-testid="properties"
      >
        <StillBar opened={opened} onOpen={setOpened} />
      </div>
      <Opened
        name={opened}
        place={(panel) => placePanel(box, bar, panel, view, edges)}
        onClose={() => setOpened(null)}
      />
    </>
  )
}

/** Not rendered again when only its position changes. */
const StillBar = memo(PropertiesBar)

/** The bar is hidden during a gesture, so it does not follow every step. */
function boxAtRest({ state }: Board) {
  let last: Box | null = null
  return computed(() => (state.busy.value ? last : (last = state.selectionBox.value)))
}

/** Read only while a text is edited. */
function cameraOfTyping({ state }: Board) {
  return state.editing.value === null ? null : state.camera.value
}

/** Position of the edited text in the view. */
function useTypedBox(board: Board): Box | null {
  const editing = useSignal(board.state.editing)
  const camera = useDerived(board, cameraOfTyping)
  const [, draw] = useState(0)
  useEffect(() => {
    if (editing === null) return undefined
    return board.document.observe((change) => {
      if (change.ids.has(editing)) draw((n) => n + 1)
    })
  }, [board, editing])
  const bounds = editing === null ? undefined : board.scene.getBounds(editing)
  if (!bounds || !camera) return null
  const { x, y, zoom } = camera
  return { x: (bounds.x - x) * zoom, y: (bounds.y - y) * zoom, w: bounds.w * zoom, h: bounds.h * zoom }
}

/** Style of the next element of the active tool, above the toolbar. */
export function NextProperties({ view }: { view: Size }) {
  const { size, measure } = useMeasured({ w: 240, h: 46 })
  const [opened, setOpened] = useState<PanelName | null>(null)
  const bar = { x: (view.w - size.w) / 2, y: view.h - margins.bottom - size.h, ...size }
  const none = { x: 0, y: view.h, w: view.w, h: 0 }
  return (
    <>
      <div
        ref={measure}
        className={classes.place}
        style={{ transform: `translate(${Math.round(bar.x)}px, ${Math.round(bar.y)}px)` }}
        data-testid="next-properties"
      >
        <PropertiesBar opened={opened} onOpen={setOpened} />
      </div>
      <Opened
        name={opened}
        place={(panel) => placePanel(none, bar, panel, view, edges)}
        onClose={() => setOpened(null)}
      />
    </>
  )
}

interface OpenedProps {
  name: PanelName | null
  place(size: Size): { x: number; y: number }
  onClose(): void
}

function Opened({ name, place, onClose }: OpenedProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const typing = useSignal(board.state.editing) !== null
  if (name === null) return null
  const close = () => {
    onClose()
    if (!typing) board.focus()
  }
  return (
    <PanelWindow
      key={name}
      label={t(name === 'arrange' ? 'arrange.title' : `properties.sections.${name}`)}
      place={place}
      takesFocus={!typing}
      onClose={close}
    >
      <PropertiesPanel name={name} />
    </PanelWindow>
  )
}
