import classes from './login.module.css'

/** The place beside the form from 1,000 px on. */
export function LivingBoard() {
  return <div className={classes.board} aria-hidden="true" />
}
