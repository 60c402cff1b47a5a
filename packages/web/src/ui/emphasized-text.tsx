import { createElement, Fragment } from 'react'

interface EmphasizedTextProps {
  /** With names of values as `{{name}}`; what stands in `<b>` is emphasized. */
  readonly template: string
  /** Shown as they are: what looks like markup in them is none. */
  readonly values: Readonly<Record<string, string>>
  /** Of the emphasized parts. */
  readonly className?: string | undefined
}

/** A text whose translation says which of its words are emphasized. */
export function EmphasizedText({ template, values, className }: EmphasizedTextProps) {
  const parts = template
    .split(/<\/?b>/)
    .map((part) => part.replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => values[name] ?? ''))
  // Between the tags is every second part.
  const nodes = parts.map((part, index) =>
    index % 2 === 1 ? createElement('strong', { className }, part) : part,
  )
  return createElement(Fragment, null, ...nodes)
}
