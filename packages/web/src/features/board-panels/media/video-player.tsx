import { Tooltip } from '@mantine/core'
import type { ElementRecord } from '@tavla/canvas'
import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOffline } from '../../../platform/failure.ts'
import { toasts } from '../../../platform/toast.ts'
import { useBoard } from '../board-context.ts'
import classes from './media.module.css'

interface VideoPlayerProps {
  record: ElementRecord
  onClose(): void
}

/** A video with the browser's controls, in place of its first frame. It pauses while the tab is hidden. */
export function VideoPlayer({ record, onClose }: VideoPlayerProps) {
  const { t } = useTranslation('board')
  const { board, files } = useBoard()
  const [url, setUrl] = useState<string | null>(null)
  const player = useRef<HTMLVideoElement>(null)
  /** Where it goes on after its URL has expired. */
  const position = useRef(0)
  const fileId = String(record['video'])
  const name = String(record['alt'] ?? '')

  const close = () => {
    onClose()
    board.focus()
  }
  const fail = (error: unknown) => {
    toasts.note(t(isOffline(error) || !navigator.onLine ? 'media.offline' : 'media.failed'))
    close()
  }
  const failLoading = useEffectEvent(fail)
  useEffect(() => {
    let isCurrent = true
    files
      .videoUrl(fileId)
      .then((found) => isCurrent && setUrl(found))
      .catch((error: unknown) => isCurrent && failLoading(error))
    return () => void (isCurrent = false)
  }, [files, fileId])
  useEffect(() => {
    const pauseIfHidden = () => document.hidden && player.current?.pause()
    document.addEventListener('visibilitychange', pauseIfHidden)
    return () => document.removeEventListener('visibilitychange', pauseIfHidden)
  }, [])
  useEffect(() => player.current?.focus(), [url])

  /** Signed URLs expire while a video is paused for long. */
  const renew = async () => {
    const next = await files.videoUrl(fileId).catch(() => null)
    if (next === null || next === url) return fail(null)
    position.current = player.current?.currentTime ?? 0
    setUrl(next)
  }

  return (
    <div
      className={classes.player}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      {url !== null && (
        <video
          ref={player}
          className={classes.video}
          src={url}
          aria-label={name === '' ? t('media.video') : t('media.videoOf', { name })}
          controls
          autoPlay
          playsInline
          onLoadedMetadata={({ currentTarget }) => (currentTarget.currentTime = position.current)}
          onError={() => void renew()}
        />
      )}
      <Tooltip label={t('media.closeVideo')}>
        <button type="button" className={classes.close} aria-label={t('media.closeVideo')} onClick={close}>
          <IconX size={16} stroke={2} aria-hidden />
        </button>
      </Tooltip>
    </div>
  )
}
