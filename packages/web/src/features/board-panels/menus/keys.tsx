import classes from './palette.module.css'
import { keyCaps, shortcutText } from './shortcut.ts'

/** A shortcut as a row of keys. */
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

/** A shortcut as one muted text, for menus. */
export function ShortcutText({ keys }: { keys: string | undefined }) {
  return keys === undefined ? null : <span className={classes.quiet}>{shortcutText(keys)}</span>
}
