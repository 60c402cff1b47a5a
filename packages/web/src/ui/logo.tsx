import classes from './logo.module.css'

/** The symbol: a frame with one corner folded like a sticky note. */
export function LogoMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path className={classes.fold} d="M15 21 21 15H17a2 2 0 0 0-2 2z" />
      <path
        className={classes.frame}
        d="M5 3h14a2 2 0 0 1 2 2v10l-6 6H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Symbol and wordmark. The letters are strokes, so they need no font and are sharp at any size. */
export function Logo({ height = 20 }: { height?: number }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={height * 1.15} />
      <svg height={height} viewBox="0 0 74 27" fill="none" role="img" aria-label="tavla">
        <g className={classes.letters} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
          <path d="M6 4v15.5a5 5 0 0 0 5 5M2 10.5h8.5" />
          <circle cx="21.5" cy="17.5" r="6.5" />
          <path d="M28 11v13.5" />
          <path d="m34 11 5.5 13.5L45 11" />
          <path d="M51.5 2.5v22" />
          <circle cx="64" cy="17.5" r="6.5" />
          <path d="M70.5 11v13.5" />
        </g>
      </svg>
    </span>
  )
}
