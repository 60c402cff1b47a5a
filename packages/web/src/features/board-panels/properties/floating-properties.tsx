import { shapes } from '@tavla/canvas'
import type { Board, Box } from '@tavla/canvas'
import { computed } from '@preact/signals-core'
import { memo, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { PanelWindow } from './panel-window.tsx'
import { getBarPosition, getOverlap, getPanelPosition } from './bar-position.ts'
import type { Margins, Size } from './bar-position.ts'
import { getPanelTitle, PropertiesBar, PropertiesPanel, useLinkEditor } from './properties-bar.tsx'
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
  const selectionBox = useSignal(useMemo(() => createRestingBox(board), [board]))
  const selected = useMemo(() => computed(() => new Set(board.state.selection.value)), [board])
  const editedBox = useEditedBox(board)
  const box = editedBox ?? selectionBox
  const ability = useSignal(board.state.ability)
  const { size, measure } = useMeasured({ w: 360, h: 46 })
  const [openPanel, setOpenPanel] = useState<PanelName | null>(null)
  useMarksHidden(board, openPanel)
  useLinkEditor(() => setOpenPanel('link'))
  if (box === null || ability === 'viewer' || ability === 'commenter') return null
  const bar = { ...getBarPosition(box, size, view, margins, findCovered(board, selected.peek())), ...size }
  return (
    <>
      <div
        ref={measure}
        className={`${classes.place} ${classes.follows}`}
        style={{ transform: `translate(${Math.round(bar.x)}px, ${Math.round(bar.y)}px)` }}
        data-testid="properties"
      >
        <MemoizedBar opened={openPanel} onOpen={setOpenPanel} />
      </div>
      <OpenPanel
        name={openPanel}
        getPosition={(panel) => getPanelPosition(box, bar, panel, view, edges)}
        onClose={() => setOpenPanel(null)}
      />
    </>
  )
}

/** Not rendered again when only its position changes. */
const MemoizedBar = memo(PropertiesBar)

/** The bar is hidden during a gesture, so it does not follow every step. */
function createRestingBox({ state }: Board) {
  let last: Box | null = null
  return computed(() => (state.busy.value ? last : (last = state.selectionBox.value)))
}

/** Kinds that fill their bounds. The bar of an element inside a frame always covers the frame. */
const solids: ReadonlySet<string> = new Set(
  shapes
    .filter(({ schema: { facets } }) => facets.bindable === true && facets.container === undefined)
    .map(({ kind }) => kind),
)

/** Measures how much of what is not selected a box of the view covers, square pixels. */
function findCovered(
  { state, scene, document: records }: Board,
  selected: ReadonlySet<string>,
): (box: Box) => number {
  const { x, y, zoom } = state.camera.peek()
  const page = state.page.peek()
  return (box) => {
    if (page === null) return 0
    const area = { x: x + box.x / zoom, y: y + box.y / zoom, w: box.w / zoom, h: box.h / zoom }
    let covered = 0
    scene.index(page).search(area, (id, bounds) => {
      if (!selected.has(id) && solids.has(records.getUnmoved(id)?.kind ?? ''))
        covered += getOverlap(area, bounds) * zoom * zoom
    })
    return covered
  }
}

/** Read only while a text is edited. */
function getTypingCamera({ state }: Board) {
  return state.editing.value === null ? null : state.camera.value
}

/** Position of the edited text in the view. */
function useEditedBox(board: Board): Box | null {
  const editing = useSignal(board.state.editing)
  const camera = useDerived(board, getTypingCamera)
  const [, setRevision] = useState(0)
  useEffect(() => {
    if (editing === null) return undefined
    return board.document.observe((change) => {
      if (change.ids.has(editing)) setRevision((n) => n + 1)
    })
  }, [board, editing])
  const bounds = editing === null ? undefined : board.scene.getBounds(editing)
  if (!bounds || !camera) return null
  const { x, y, zoom } = camera
  return { x: (bounds.x - x) * zoom, y: (bounds.y - y) * zoom, w: bounds.w * zoom, h: bounds.h * zoom }
}

/** Style of the next element of the active tool, above the toolbar. */
export function ToolProperties({ view }: { view: Size }) {
  const { size, measure } = useMeasured({ w: 240, h: 46 })
  const [openPanel, setOpenPanel] = useState<PanelName | null>(null)
  const bar = { x: (view.w - size.w) / 2, y: view.h - margins.bottom - size.h, ...size }
  const bottomEdge = { x: 0, y: view.h, w: view.w, h: 0 }
  return (
    <>
      <div
        ref={measure}
        className={classes.place}
        style={{ transform: `translate(${Math.round(bar.x)}px, ${Math.round(bar.y)}px)` }}
        data-testid="next-properties"
      >
        <PropertiesBar opened={openPanel} onOpen={setOpenPanel} />
      </div>
      <OpenPanel
        name={openPanel}
        getPosition={(panel) => getPanelPosition(bottomEdge, bar, panel, view, edges)}
        onClose={() => setOpenPanel(null)}
      />
    </>
  )
}

interface OpenPanelProps {
  name: PanelName | null
  getPosition(size: Size): { x: number; y: number }
  onClose(): void
}

function OpenPanel({ name, getPosition, onClose }: OpenPanelProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const isEditing = useSignal(board.state.editing) !== null
  if (name === null) return null
  // Its field needs the focus; the selection in the text stays.
  const takesFocus = name === 'link' || !isEditing
  const close = () => {
    onClose()
    if (takesFocus) board.focus()
  }
  return (
    <PanelWindow
      key={name}
      label={getPanelTitle(name, t)}
      getPosition={getPosition}
      takesFocus={takesFocus}
      hasFirstField={name === 'link'}
      onClose={close}
    >
      <PropertiesPanel name={name} onClose={close} />
    </PanelWindow>
  )
}
