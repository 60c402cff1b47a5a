import classes from './palette.module.css'
import { keyCaps } from './shortcut.ts'

/** A shortcut, cap by cap. */
export function Keys({ shortcut }: { shortcut: string | undefined }) {
  if (shortcut === undefined) return null
  return (
    <span className={classes.keys}>
      {keyCaps(shortcut).map((cap, i) => (
        <kbd key={i}>{cap}</kbd>
      ))}
    </span>
  )
}
