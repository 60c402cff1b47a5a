import ts from 'typescript'

/** A key as a source file asks for it. */
export interface UsedKey {
  /** Without its namespace; a part that is only known at run time is `*`. */
  readonly key: string
  /** Namespaces it is looked up in. */
  readonly namespaces: readonly string[]
  readonly line: number
}

export const defaultNamespace = 'common'

/**
 * Keys given to `t(…)`, `i18next.t(…)` or `<Trans i18nKey>`: literals, templates, both sides of `?:`, `??` and `||`,
 * lists. A key that is a variable is not seen here; what such keys are made of has tests of its own.
 */
export function usedKeys(fileName: string, text: string): UsedKey[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const used: { readonly name: string; readonly line: number }[] = []
  const namespaces = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) {
      const called = calledName(node)
      if (called === 't') collect(node.arguments[0])
      if (called === 'useTranslation') for (const name of keyTexts(node.arguments[0])) namespaces.add(name)
    }
    if (ts.isJsxAttribute(node) && node.name.getText(source) === 'i18nKey') {
      const value = node.initializer
      collect(value && ts.isJsxExpression(value) ? value.expression : value)
    }
    ts.forEachChild(node, visit)
  }
  const collect = (node: ts.Node | undefined) => {
    if (!node) return
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    for (const name of keyTexts(node)) used.push({ name, line: line + 1 })
  }
  visit(source)
  const fallback = namespaces.size > 0 ? [...namespaces] : [defaultNamespace]
  return used.map(({ name, line }) => {
    const colon = name.indexOf(':')
    return colon < 0
      ? { key: name, namespaces: fallback, line }
      : { key: name.slice(colon + 1), namespaces: [name.slice(0, colon)], line }
  })
}

function calledName(call: ts.CallExpression): string | undefined {
  const { expression } = call
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined
}

function keyTexts(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return templateTexts(node)
  if (ts.isConditionalExpression(node)) return [...keyTexts(node.whenTrue), ...keyTexts(node.whenFalse)]
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(keyTexts)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return keyTexts(node.expression)
  if (ts.isBinaryExpression(node) && isChoice(node.operatorToken.kind))
    return [...keyTexts(node.left), ...keyTexts(node.right)]
  return []
}

function isChoice(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.QuestionQuestionToken || operator === ts.SyntaxKind.BarBarToken
}

/** Every text a template can become as far as it is known; the rest is `*`. */
function templateTexts(node: ts.TemplateExpression): string[] {
  return node.templateSpans.reduce(
    (starts, span) => {
      const known = keyTexts(span.expression)
      const parts = known.length > 0 ? known : ['*']
      return starts.flatMap((start) => parts.map((part) => `${start}${part}${span.literal.text}`))
    },
    [node.head.text],
  )
}
