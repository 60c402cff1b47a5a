import type { ElementRecord, ShownMedia } from '@tavla/canvas'
import { useEffect, useReducer, useState } from 'react'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'
import { MediaButton } from './media-button.tsx'
import classes from './media.module.css'
import { VideoPlayer } from './video-player.tsx'

/** Buttons for the animations and videos in view, and the video that plays in place of its first frame. */
export function Media({ shown }: { shown: readonly ShownMedia[] }) {
  const { board } = useBoard()
  const [open, setOpen] = useState<string | null>(null)
  const camera = useSignal(board.state.camera)
  const [, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => board.document.observe(update), [board])
  return (
    <div className={classes.layer} data-media data-testid="media">
      {shown.map((media) => {
        const record = board.document.get(media.id) as ElementRecord | undefined
        if (!record) return null
        const { zoom } = camera
        const box = {
          left: (record.x - camera.x) * zoom,
          top: (record.y - camera.y) * zoom,
          width: record.w * zoom,
          height: record.h * zoom,
          rotate: `${record.r}deg`,
        }
        return (
          <div key={media.id} className={classes.element} style={box}>
            {open === media.id ? (
              <VideoPlayer record={record} onClose={() => setOpen(null)} />
            ) : (
              <MediaButton media={media} record={record} onOpen={() => setOpen(media.id)} />
            )}
          </div>
        )
      })}
    </div>
  )
}
