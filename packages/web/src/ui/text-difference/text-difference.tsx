import { useMemo } from 'react'
import classes from './text-difference.module.css'
import { wordDifference } from './word-difference.ts'

interface TextDifferenceProps {
  before: string
  after: string
}

/** Two versions of a text in one: removed words struck through, new ones underlined, both also said by their elements. */
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
