import type { Entry } from '@tavla/canvas/model'
import { SnippetImage } from '../../board-panels/index.ts'
import classes from '../missed-changes-panel.module.css'
import { getDifference } from './difference.ts'

const height = 94
const halfWidth = 148
const wholeWidth = 306

interface SideProps {
  caption: string | null
  entries: readonly Entry[]
  /** Shown instead of an image. */
  missing?: string
  /** Whether there is another side next to it. */
  isHalf?: boolean
  /** Their previous positions, in the same image. */
  movedFrom?: readonly Entry[]
}

/** One side of a card as a small image; omitted without a caption and without content. */
export function Side({ caption, entries, missing, isHalf = false, movedFrom }: SideProps) {
  if (entries.length === 0 && caption === null) return null
  return (
    <figure className={classes.side}>
      {caption !== null && <figcaption>{caption}</figcaption>}
      <div className={classes.picture} data-moved={movedFrom !== undefined || undefined}>
        {entries.length > 0 ? (
          <SnippetImage
            entries={entries}
            width={isHalf ? halfWidth : wholeWidth}
            height={height}
            {...(movedFrom ? { movedFrom } : {})}
          />
        ) : (
          <span>{missing}</span>
        )}
      </div>
    </figure>
  )
}

interface SideContent {
  readonly caption: string
  readonly entries: readonly Entry[]
  readonly missing?: string
}

interface SidesProps {
  before: SideContent
  after: SideContent
  /** Caption of the single image that shows moved elements in both positions. */
  moved: string
}

/** Two states of the same elements side by side; in one image if only their positions differ. */
export function Sides({ before, after, moved }: SidesProps) {
  const difference = getDifference(before.entries, after.entries)
  if (difference === 'moved')
    return <Side caption={moved} entries={after.entries} movedFrom={before.entries} />
  if (difference === 'none') return <Side caption={null} entries={after.entries} />
  return (
    <div className={classes.sides}>
      <Side {...before} isHalf />
      <Side {...after} isHalf />
    </div>
  )
}
