import type { ReactNode } from 'react'
import classes from './frame.module.css'

interface FrameProps {
  /** Left in the header: sign and way home. */
  brand: ReactNode
  middle?: ReactNode
  /** Right in the header. */
  aside?: ReactNode
  skipLabel: string
  children: ReactNode
}

/** The normal frame of every screen but the board and the login: a quiet header, then the content. */
export function Frame({ brand, middle, aside, skipLabel, children }: FrameProps) {
  return (
    <>
      <a className={classes.skip} href="#content">
        {skipLabel}
      </a>
      <header className={classes.header}>
        <div className={classes.brand}>{brand}</div>
        <div className={classes.middle}>{middle}</div>
        <div className={classes.aside}>{aside}</div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  )
}

/** A narrow column in the middle of the frame: for one question at a time. */
export function Column({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={wide ? classes.wide : classes.column}>{children}</div>
}

/** Paper on the paper: holds what belongs together. */
export function Sheet({ children }: { children: ReactNode }) {
  return <section className={classes.sheet}>{children}</section>
}
