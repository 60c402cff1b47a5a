import { versionLimits } from '../document/codec/board-file.ts'

/** Bounds of everything that is read from files. Sizes in bytes; characters are UTF-16 units. */
export const importLimits = {
  /** A file of any kind. */
  fileBytes: 256 * 1024 * 1024,
  /** Longer than any honest file takes on a slow machine; the worker is terminated then. */
  readMs: 60_000,
  /** Characters of a JSON file, whose images are part of the text. */
  jsonLength: 96 * 1024 * 1024,
  /** Five times what Excalidraw handles well. */
  elements: 50_000,
  /** Points of all lines and strokes. */
  points: 2_000_000,
  /** Drawings of a library. */
  stamps: 1_000,
  imageBytes: 64 * 1024 * 1024,
  /** A drawing that was embedded or compressed, unpacked. */
  sceneBytes: 96 * 1024 * 1024,
  /** Characters of a drawing compressed by Obsidian, which can unpack to many times as much. */
  compressedLength: 16 * 1024 * 1024,
  /** Characters that the placeholders of one label are replaced by. */
  placeholderLength: 100_000,
  /** Cells of a table. */
  cells: 5_000,
  /** Lines of an outline. */
  outlineLines: 5_000,
  /** Deeper lines of an outline are put at this depth. */
  outlineDepth: 50,
  zip: {
    files: 10_000,
    /** All files together, unpacked. */
    bytes: 512 * 1024 * 1024,
    /** Unpacked size as a multiple of the packed size, for files above `smallBytes`. */
    ratio: 300,
    smallBytes: 1024 * 1024,
  },
  /** Named versions in a package. */
  versions: versionLimits,
  xml: { length: 64 * 1024 * 1024, nodes: 300_000, depth: 200 },
  /** Text of a diagram. */
  diagram: { length: 1024 * 1024, lineLength: 5_000, nodes: 2_000, edges: 4_000, depth: 20 },
} as const
