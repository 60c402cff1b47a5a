import { AppFrame } from '../../features/account/index.ts'

/** The board's place in the route table. */
export function Whiteboard() {
  return <AppFrame>{null}</AppFrame>
}
