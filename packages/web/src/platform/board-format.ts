declare const __BOARD_FORMAT__: string

/** `FORMAT_HASH` of the canvas model, put in by the build (`board-format-plugin.ts`). */
export const boardFormat: string = __BOARD_FORMAT__
