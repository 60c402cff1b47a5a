/** Most elements of a space, structure and bindings included; 5 times the largest board we promise to be quick. */
export const MAX_RECORDS = 500_000
export const MAX_PAGES = 200
/** Frames and groups inside each other. */
export const MAX_DEPTH = 32
/** A page that holds more must be emptied before it is removed, so that no single edit grows without end. */
export const MAX_PAGE_CASCADE = 10_000

/** Records inside containers that one edit may take along: all of them are looked at. */
export const MAX_CONTENTS = 100_000

/** Of one encoded edit. */
export const MAX_EDIT_BYTES = 1024 * 1024
export const MAX_CHANGES = 10_000
/** Up to here a move is absolute patches, so that two people's drags of one element do not add up. */
export const MAX_PATCHED_MOVE = 256

/** Length of record ids, tab ids and marks. */
export const MAX_ID_LENGTH = 64
/** Longer keys are respaced by the server. */
export const LONG_ORDER_KEY = 64
/** Longer keys are refused; far above what respacing lets happen. */
export const MAX_ORDER_KEY = 256

/** UTF-16 units of the words of one rich text. */
export const MAX_TEXT_LENGTH = 64 * 1024
/** Nodes of one rich text; a line is two. */
export const MAX_TEXT_NODES = 10_000
/** Nesting of rich text, document node included: ten lists inside each other. */
export const MAX_TEXT_DEPTH = 24
/** Steps of one text change; a long paste is one step. */
export const MAX_TEXT_STEPS = 1_000
/** Nesting of any decoded value. */
export const MAX_VALUE_DEPTH = 48
/** UTF-8 bytes of one string field. */
export const MAX_STRING_BYTES = 256 * 1024

/** Page units from the origin; keeps sixteenths exact in a 32-bit delta. */
export const MAX_COORDINATE = 10_000_000
export const MAX_SIDE = 10_000_000

export const MAX_PIECE_BYTES = 64 * 1024
export const MAX_PIECE_POINTS = 8_192
/** A stroke of hours; each piece is about a second. */
export const MAX_PIECES = 4_096

/** JSON bytes of the values that one suggestion proposes. */
export const MAX_SUGGESTION_BYTES = 64 * 1024
/** Open suggestions of a board, and of one person on it. */
export const MAX_SUGGESTIONS = 1_000
export const MAX_SUGGESTIONS_EACH = 200

/** Server time after which an edit made on an old base no longer overwrites somebody else's value. */
export const STALE_AFTER_MS = 10_000

/** Server time for which one's own act can be undone whatever role a frame has got meanwhile. */
export const UNDO_WINDOW_MS = 10 * 60_000
