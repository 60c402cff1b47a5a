import type { Space } from '@tavla/contract'
import { useState } from 'react'
import classes from './thumbnail.module.css'

/** Colours of the placeholder; a board always gets the same one. */
const noteColors = [
  '#F6E3A1',
  '#F7CDB8',
  '#F3C2CC',
  '#DCCBEE',
  '#C5D4F3',
  '#BFE0E6',
  '#C3E4CC',
  '#DDE8B5',
  '#E8DCCB',
  '#D9DCE0',
]

function getNoteColor(wid: string): string {
  let hash = 0
  for (const char of wid) hash = (hash * 33 + (char.codePointAt(0) ?? 0)) >>> 0
  return noteColors[hash % noteColors.length] ?? '#F6E3A1'
}

/** URL of the live preview if the cover is automatic, else of the chosen cover; null for none. */
export function getThumbnailUrl({ photo, photoAuto, thumb }: Space): string | null {
  return photoAuto ? (thumb ?? photo) : photo
}

interface ThumbnailProps {
  wid: string
  name: string
  /** URL of the image; null if there is none yet. */
  url: string | null
}

/** A board's thumbnail. Without an image, a note with the first character of its name. */
export function Thumbnail({ wid, name, url }: ThumbnailProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (url !== null && url !== failedUrl) {
    return (
      <img
        className={classes.picture}
        src={url}
        alt=""
        loading="lazy"
        draggable={false}
        onError={() => setFailedUrl(url)}
      />
    )
  }
  return (
    <svg className={classes.note} viewBox="0 0 96 96" aria-hidden="true">
      <path d="M12 8h72a4 4 0 0 1 4 4v56L68 88H12a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z" fill={getNoteColor(wid)} />
      <path d="M88 68H72a4 4 0 0 0-4 4v16z" className={classes.fold} />
      <text x="47" y="60" textAnchor="middle" className={classes.letter}>
        {[...name.trim()][0]?.toLocaleUpperCase() ?? ''}
      </text>
    </svg>
  )
}
