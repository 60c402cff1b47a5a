import type { Rule } from 'eslint'
import type { Node } from 'estree'

/**
 * Reports `kind === 'sticky'` and `switch (x.kind)` with such a case, for the names of our shapes: outside its folder
 * nothing may depend on one kind, or adding a shape means changing the engine.
 */
export function kindsRule(shapeKinds: readonly string[]): Rule.RuleModule {
  const kinds = new Set(shapeKinds)
  const isShapeName = (node: Node) =>
    node.type === 'Literal' && typeof node.value === 'string' && kinds.has(node.value)
  return {
    meta: {
      type: 'problem',
      schema: [],
      messages: {
        kind: 'Only the folder of a shape may know its kind. Ask the shape for a facet, or give it one.',
      },
    },
    create(context) {
      return {
        BinaryExpression(node) {
          if (!['===', '!==', '==', '!='].includes(node.operator)) return
          const named = isKind(node.left) && isShapeName(node.right)
          if (named || (isKind(node.right) && isShapeName(node.left)))
            context.report({ node, messageId: 'kind' })
        },
        SwitchStatement(node) {
          if (!isKind(node.discriminant)) return
          for (const { test } of node.cases) {
            if (test && isShapeName(test)) context.report({ node: test, messageId: 'kind' })
          }
        },
      }
    },
  }
}

function isKind(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'kind'
  if (node.type === 'ChainExpression') return isKind(node.expression)
  return (
    node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'kind'
  )
}
