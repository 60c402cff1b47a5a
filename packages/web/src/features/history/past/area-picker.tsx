import { Button, Group } from '@mantine/core'
import type { Board, Box } from '@tavla/canvas'
import { useState } from 'react'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './area-picker.module.css'
import type { RestoreScope } from '../restore.ts'

/** A shorter drag counts as a click, CSS pixels. */
const minDragPx = 8

interface AreaPickerProps {
  board: Board
  onSelect(scope: RestoreScope): void
  onCancel(): void
}

interface Drag {
  readonly from: { readonly x: number; readonly y: number }
  readonly to: { readonly x: number; readonly y: number }
}

/** Over the earlier version: a drag selects the area to restore; without a drag the visible area is used. */
export function AreaPicker({ board, onSelect, onCancel }: AreaPickerProps) {
  const { t } = useTranslation('board')
  const [drag, setDrag] = useState<Drag | null>(null)
  const selectArea = ({ x, y, w, h }: Box): void => {
    const page = board.state.page.peek()
    const { x: left, y: top, zoom } = board.state.camera.peek()
    if (page === null) return
    onSelect({
      type: 'region',
      page,
      box: { x: left + x / zoom, y: top + y / zoom, w: w / zoom, h: h / zoom },
    })
  }
  const box = drag && getBox(drag)
  const getPoint = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  return (
    <>
      <div
        className={classes.sheet}
        data-testid="area"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: getPoint(event), to: getPoint(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: getPoint(event) })}
        onPointerCancel={() => setDrag(null)}
        onPointerUp={() => {
          if (box && box.w > minDragPx && box.h > minDragPx) selectArea(box)
          else setDrag(null)
        }}
      >
        {box && (
          <div className={classes.area} style={{ left: box.x, top: box.y, width: box.w, height: box.h }} />
        )}
      </div>
      <div className={classes.hint} role="status">
        <span>{t('history.area.hint')}</span>
        <Group gap="xs">
          <Button
            size="compact-md"
            variant="light"
            autoFocus
            onClick={(event) => {
              const bounds = event.currentTarget.closest('[data-stage]')?.getBoundingClientRect()
              if (bounds) selectArea({ x: 0, y: 0, w: bounds.width, h: bounds.height })
            }}
          >
            {t('history.area.view')}
          </Button>
          <Button size="compact-md" variant="default" onClick={onCancel}>
            {t('common:act.cancel')}
          </Button>
        </Group>
      </div>
    </>
  )
}

function getBox({ from, to }: Drag): Box {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  return { x, y, w: Math.abs(to.x - from.x), h: Math.abs(to.y - from.y) }
}
