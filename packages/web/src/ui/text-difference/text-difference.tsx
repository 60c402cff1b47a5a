import { useMemo } from 'react'
import classes from './text-difference.module.css'
import { wordDifference } from './word-difference.ts'

interface TextDifferenceProps {
  before: string
  after: string
}

/** The difference of two texts: removed words in `del`, added words in `ins` elements. */
export function TextDifference({ before, after }: TextDifferenceProps) {
  const parts = useMemo(() => wordDifference(before, after), [before, after])
  return (
    <span className={classes.text} dir="auto">
      {parts.map(({ kind, text }, i) => {
        if (kind === 'same') return <span key={i}>{text}</span>
        return kind === 'removed' ? <del key={i}>{text}</del> : <ins key={i}>{text}</ins>
      })}
    </span>
  )
}
