import type { ImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import { decodeEntities } from './markup-text.ts'

/** An element of an XML file; names are without namespace prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Text directly in it. */
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  text: string
}

const tag = /<(\/?)([^\s<>/=]{1,200})/y
const attribute = /\s+([^\s<>/=]{1,200})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const tagEnd = /\s*(\/?)>/y

const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Elements that may still be read; documents that belong to one file share it. */
export interface XmlBudget {
  nodes: number
}

/**
 * Reads the elements, attributes and texts of an XML file. Nothing outside the file is fetched and no entities of its
 * own are expanded; a document that is not closed is a failure.
 */
export function parseXml(
  xml: string,
  budget: XmlBudget = { nodes: importLimits.xml.nodes },
): XmlElement | ImportFailure {
  const { length, nodes, depth } = importLimits.xml
  const damaged = (message: string): ImportFailure => ({ reason: 'damaged', message })
  if (xml.length > length) return { reason: 'too_large', message: `More than ${length} characters` }
  const open: OpenElement[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(xml)
    if (found) at = pattern.lastIndex
    return found
  }
  for (;;) {
    const next = xml.indexOf('<', at)
    if (next === -1) return damaged('The document is not closed')
    if (open.length > 0) open.at(-1)!.text += decodeEntities(xml.slice(at, next))
    at = next
    const skipped = skipMarkup(xml, at)
    if (skipped) {
      if (skipped.to === -1) return damaged('A comment or declaration is not closed')
      if (open.length > 0) open.at(-1)!.text += skipped.text
      at = skipped.to
      continue
    }
    const [, isEnd, fullName] = take(tag) ?? []
    if (fullName === undefined) return damaged(`No tag at ${at}`)
    const name = getLocalName(fullName)
    if (isEnd) {
      const element = open.pop()
      if (element?.name !== name || !take(tagEnd)) return damaged(`</${name}> closes nothing`)
      if (open.length === 0) return element
      continue
    }
    budget.nodes -= 1
    if (budget.nodes < 0 || open.length >= depth)
      return { reason: 'too_large', message: `More than ${nodes} elements, or deeper than ${depth}` }
    const attributes = new Map<string, string>()
    for (let found = take(attribute); found; found = take(attribute))
      attributes.set(getLocalName(found[1]!), decodeEntities(found[2] ?? found[3] ?? ''))
    const end = take(tagEnd)
    if (!end) return damaged(`<${name}> is not closed`)
    const element: OpenElement = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    if (!end[1]) open.push(element)
    else if (open.length === 0) return element
  }
}

/** Comments, declarations and CDATA; `to` is behind them, -1 if they are not closed. Undefined at a tag. */
function skipMarkup(xml: string, at: number): { readonly to: number; readonly text: string } | undefined {
  const skipTo = (end: string, from: number): number => {
    const found = xml.indexOf(end, from)
    return found === -1 ? -1 : found + end.length
  }
  if (xml.startsWith('<!--', at)) return { to: skipTo('-->', at + 4), text: '' }
  if (xml.startsWith('<![CDATA[', at)) {
    const to = skipTo(']]>', at + 9)
    return { to, text: to === -1 ? '' : xml.slice(at + 9, to - 3) }
  }
  if (xml.startsWith('<?', at)) return { to: skipTo('?>', at + 2), text: '' }
  if (!xml.startsWith('<!', at)) return undefined
  const declaration = xml.slice(at, skipTo('>', at))
  const subset = declaration.indexOf('[')
  return { to: subset === -1 ? skipTo('>', at) : skipTo(']>', at + subset), text: '' }
}

/** All elements with that name, in the order of the document. */
export function findAll(root: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const waiting: XmlElement[] = [root]
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (element.name === name) found.push(element)
    for (let i = element.children.length - 1; i >= 0; i -= 1) waiting.push(element.children[i]!)
  }
  return found
}
