import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { MinimapView } from './minimap-view.ts'
import classes from './minimap.module.css'

/** A small map of the page with the view as a frame. A press or a drag on it moves the view. */
export function Minimap() {
  const { ui } = useBoard()
  return useSignal(ui.minimap) ? <OpenMinimap /> : null
}

function OpenMinimap() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<MinimapView>(null)
  const theme = useComputedColorScheme('light')
  // Before the map is shown, so that no press is lost.
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const shown = new MinimapView(context, board)
    view.current = shown
    return () => shown.dispose()
  }, [board])
  useEffect(() => view.current?.refresh(), [theme])
  const moveTo = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) =>
    view.current?.moveTo(offsetX, offsetY)
  return (
    <canvas
      ref={canvas}
      className={classes.map}
      role="img"
      aria-label={t('minimap')}
      data-testid="minimap"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        view.current?.startDrag()
        moveTo(event)
      }}
      onPointerMove={(event) => {
        if (view.current?.isDragging) moveTo(event)
      }}
      onLostPointerCapture={() => view.current?.endDrag()}
    />
  )
}
