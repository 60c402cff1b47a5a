import type { Board } from '@tavla/canvas'

/** Rounded to the precision of the label. */
export const getShownZoom = ({ state }: Board): number => Math.round(state.camera.value.zoom * 100) / 100
