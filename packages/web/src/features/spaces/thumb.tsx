import type { Space } from '@tavla/contract'
import { useState } from 'react'
import classes from './thumb.module.css'

/** Ten soft papers; each board keeps its own. */
const papers = [
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

function getPaper(wid: string): string {
  let sum = 0
  for (const char of wid) sum = (sum * 33 + (char.codePointAt(0) ?? 0)) >>> 0
  return papers[sum % papers.length] ?? '#F6E3A1'
}

/** The board itself where its photo follows it; else the photo that was chosen, or none. */
export function getImage({ photo, photoAuto, thumb }: Space): string | null {
  return photoAuto ? (thumb ?? photo) : photo
}

interface ThumbProps {
  wid: string
  name: string
  /** Address of the picture drawn from the board; null until there is one. */
  picture: string | null
}

/** The board in small. Until it was drawn, a note with the first letter of its name is shown. */
export function Thumb({ wid, name, picture }: ThumbProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (picture !== null && picture !== broken) {
    return (
      <img
        className={classes.picture}
        src={picture}
        alt=""
        loading="lazy"
        draggable={false}
        onError={() => setBroken(picture)}
      />
    )
  }
  return (
    <svg className={classes.note} viewBox="0 0 96 96" aria-hidden="true">
      <path d="M12 8h72a4 4 0 0 1 4 4v56L68 88H12a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z" fill={getPaper(wid)} />
      <path d="M88 68H72a4 4 0 0 0-4 4v16z" className={classes.fold} />
      <text x="47" y="60" textAnchor="middle" className={classes.letter}>
        {[...name.trim()][0]?.toLocaleUpperCase() ?? ''}
      </text>
    </svg>
  )
}
