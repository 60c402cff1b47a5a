import type { OutlineLine } from '../formats/import-outline.ts'
import { getLabel } from './diagram.ts'

/** The lines of a mind map; their indentation says which is below which. */
export function readMindMap(lines: readonly string[]): OutlineLine[] {
  const indents: number[] = []
  return lines.flatMap((line) => {
    const text = line.trim()
    if (text.startsWith('::icon') || text.startsWith(':::')) return []
    const indent = line.replaceAll('\t', '    ').search(/\S/)
    while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop()
    indents.push(indent)
    return [{ depth: indents.length - 1, text: getNodeText(text) }]
  })
}

/** `id((text))` and the other brackets around a text. */
function getNodeText(text: string): string {
  const found = /^[^\s([{)]*(?:\(\((.*)\)\)|\{\{(.*)\}\}|\)\)(.*)\(\(|\)(.*)\(|\[(.*)\]|\((.*)\))$/.exec(text)
  return getLabel(found?.slice(1).find((group) => group !== undefined) ?? text)
}
