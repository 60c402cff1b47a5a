/**
 * Maximum records of a space, structure and bindings included; 5 times the largest board for which performance is
 * guaranteed.
 */
export const MAX_RECORDS = 500_000
export const MAX_PAGES = 200
/** Maximum nesting of frames and groups. */
export const MAX_DEPTH = 32
/** A page with more records must be emptied before it is removed, which limits the size of a single edit. */
export const MAX_PAGE_CASCADE = 10_000

/** Maximum records inside containers that one edit can affect, because each is checked. */
export const MAX_CONTENTS = 100_000

/** Size of one encoded edit. */
export const MAX_EDIT_BYTES = 1024 * 1024
export const MAX_CHANGES = 10_000
/** Moves up to this size are absolute patches, so that concurrent drags of one element do not add up. */
export const MAX_PATCHED_MOVE = 256

/** Maximum length of record ids, tab ids and marks. */
export const MAX_ID_LENGTH = 64
/** Longer keys are respaced by the server. */
export const LONG_ORDER_KEY = 64
/** Longer keys are refused; far above the length that respacing allows. */
export const MAX_ORDER_KEY = 256

/** UTF-16 units of the text content of one rich text. */
export const MAX_TEXT_LENGTH = 64 * 1024
/** Nodes of one rich text; a line has two. */
export const MAX_TEXT_NODES = 10_000
/** Maximum depth of a rich text document, root included: ten nested lists. */
export const MAX_TEXT_DEPTH = 24
/** Steps per text change; a long paste is one step. */
export const MAX_TEXT_STEPS = 1_000
/** Maximum depth of any decoded value. */
export const MAX_VALUE_DEPTH = 48
/** UTF-8 bytes of one string field. */
export const MAX_STRING_BYTES = 256 * 1024

/** Page units from the origin; keeps multiples of 1/16 exact in a 32-bit delta. */
export const MAX_COORDINATE = 10_000_000
export const MAX_SIDE = 10_000_000

export const MAX_PIECE_BYTES = 64 * 1024
export const MAX_PIECE_POINTS = 8_192
/** Pieces per stroke; each is about one second of drawing. */
export const MAX_PIECES = 4_096

/** JSON bytes of the proposed values of one suggestion. */
export const MAX_SUGGESTION_BYTES = 64 * 1024
/** Open suggestions per board, and per person. */
export const MAX_SUGGESTIONS = 1_000
export const MAX_SUGGESTIONS_EACH = 200

/** Server time after which an edit with an old base no longer overwrites another user's value. */
export const STALE_AFTER_MS = 10_000

/** Server time during which a user can undo their own action even if frame roles changed. */
export const UNDO_WINDOW_MS = 10 * 60_000
