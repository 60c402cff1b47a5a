/** What the people of a load do. */
export const cursorsPerSecond = 5
export const previewsPerSecond = 20
export const editsPerSecond = 2

/** Of a board's people, as a fraction: every second board of five has one. */
export const drawingShare = 0.1

/** Edits of all boards together, each second. */
export function countEdits(people: number, boards: number): number {
  return editsPerSecond * Math.max(1, Math.floor(people * boards * drawingShare))
}
