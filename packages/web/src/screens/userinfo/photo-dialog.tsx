import { Button, Group, Modal, Slider, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { decodePhoto, encodePhoto } from '../../platform/dom/photo.ts'
import { getInitialCrop, getPhotoArea, maxZoom, moveCrop } from './photo-area.ts'
import type { Crop } from './photo-area.ts'
import classes from './photo-dialog.module.css'

interface PhotoDialogProps {
  file: File
  busy: boolean
  onCropped(photo: File): void
  /** The file could not be read as an image. */
  onFailure(error: unknown): void
  onClose(): void
}

/** Sharp on displays with two pixels per px. */
const stagePixels = 560
/** Part of the square that an arrow key moves the photo by. */
const keyStep = 0.05

const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

/** Chooses the square of an image that becomes the profile photo. */
export function PhotoDialog({ file, busy, onCropped, onFailure, onClose }: PhotoDialogProps) {
  const { t } = useTranslation('userinfo')
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0, y: 0 })
  const show = useEffectEvent((decoded: ImageBitmap) => {
    setBitmap(decoded)
    setCrop(getInitialCrop(decoded))
  })
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    let isOpen = true
    let decoded: ImageBitmap | undefined
    decodePhoto(file).then(
      (result) => {
        decoded = result
        if (isOpen) show(result)
        else result.close()
      },
      (error: unknown) => isOpen && fail(error),
    )
    return () => {
      isOpen = false
      decoded?.close()
    }
  }, [file])
  const save = () => {
    if (bitmap) encodePhoto(bitmap, getPhotoArea(bitmap, crop), file.name).then(onCropped, onFailure)
  }
  return (
    <Modal
      opened={bitmap !== null}
      onClose={onClose}
      size={376}
      title={t('photo.crop')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {bitmap && (
        <Stack gap="md">
          <CropStage bitmap={bitmap} crop={crop} onCrop={setCrop} />
          <div>
            <Text size="sm" mb={4} id="photo-zoom">
              {t('photo.zoom')}
            </Text>
            <Slider
              aria-labelledby="photo-zoom"
              thumbProps={{ 'aria-labelledby': 'photo-zoom' }}
              label={null}
              min={1}
              max={maxZoom}
              step={0.05}
              value={crop.zoom}
              onChange={(zoom) => setCrop({ ...crop, zoom })}
            />
          </div>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:act.cancel')}
            </Button>
            <Button loading={busy} onClick={save}>
              {t('common:act.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

interface CropStageProps {
  bitmap: ImageBitmap
  crop: Crop
  onCrop(crop: Crop): void
}

/** The photo, moved by pointer or arrow keys under the circle that is shown of it. */
function CropStage({ bitmap, crop, onCrop }: CropStageProps) {
  const { t } = useTranslation('userinfo')
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null)
  useEffect(() => {
    const { x, y, w, h } = getPhotoArea(bitmap, crop)
    const context = canvas.current?.getContext('2d')
    context?.clearRect(0, 0, stagePixels, stagePixels)
    context?.drawImage(bitmap, x, y, w, h, 0, 0, stagePixels, stagePixels)
  }, [bitmap, crop])

  const onPointerMove = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    if (!last.current) return
    const side = currentTarget.getBoundingClientRect().width
    onCrop(moveCrop(bitmap, crop, (clientX - last.current.x) / side, (clientY - last.current.y) / side))
    last.current = { x: clientX, y: clientY }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    onCrop(moveCrop(bitmap, crop, ...arrow))
  }
  return (
    <div
      className={classes.stage}
      // It moves with the arrow keys, as a slider in two directions would.
      role="application"
      aria-label={t('photo.stage')}
      tabIndex={0}
      data-autofocus
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId, clientX, clientY }) => {
        currentTarget.setPointerCapture(pointerId)
        last.current = { x: clientX, y: clientY }
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => void (last.current = null)}
      onPointerCancel={() => void (last.current = null)}
    >
      <canvas ref={canvas} width={stagePixels} height={stagePixels} className={classes.picture} />
      <div className={classes.circle} />
    </div>
  )
}
