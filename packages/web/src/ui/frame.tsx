import type { ReactNode } from 'react'
import classes from './frame.module.css'

interface FrameProps {
  /** Left in the header: logo and link to the start page. */
  brand: ReactNode
  middle?: ReactNode
  /** Right in the header. */
  aside?: ReactNode
  skipLabel: string
  children: ReactNode
}

/** The layout of all screens except board and login: a header, then the content. */
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

/** A narrow centred column, for a single question. */
export function Column({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={wide ? classes.wide : classes.column}>{children}</div>
}

/** A card that groups related content; a picture on top takes its full width. */
export function Sheet({ picture, children }: { picture?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.sheet}>
      {picture}
      <div className={classes.content}>{children}</div>
    </section>
  )
}
