/** A block of commands or of a file's lines in docs/operate.md. */
export interface PageBlock {
  /** Headings above it, from `##` on. */
  readonly section: string
  readonly text: string
  /** Lines of an environment file rather than commands. */
  readonly isEnvironment: boolean
}

/** The blocks of a page in their order. */
export function readBlocks(markdown: string): readonly PageBlock[] {
  const blocks: PageBlock[] = []
  let section = ''
  let open: string[] | null = null
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) {
      if (open) blocks.push({ section, text: open.join('\n'), isEnvironment: open.every(isAssignment) })
      open = open ? null : []
    } else if (open) open.push(line)
    else section = /^##+ (.+)$/.exec(line)?.[1] ?? section
  }
  return blocks
}

const isAssignment = (line: string): boolean => /^(#.*|[A-Z0-9_]+=.*)?$/.test(line)
