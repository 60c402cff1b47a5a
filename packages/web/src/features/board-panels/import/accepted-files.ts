/** Endings of files that are read as drawings. */
const endings = [
  'tavla',
  'excalidraw',
  'excalidrawlib',
  'json',
  'tldr',
  'drawio',
  'dio',
  'xml',
  'mmd',
  'mermaid',
  'canvas',
  'csv',
  'tsv',
  'md',
  'markdown',
  'opml',
  'pdf',
]

export function isDrawingName(name: string): boolean {
  return endings.includes(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}

/** What becomes an image on the board, or a video with its first frame as image. */
export const imageTypes = ['image/*', 'video/mp4', 'video/webm']

/** What a file dialog offers; images are inserted as they are, unless a drawing is embedded in them. */
export const acceptedFiles = [...endings.map((ending) => `.${ending}`), ...imageTypes].join(',')
