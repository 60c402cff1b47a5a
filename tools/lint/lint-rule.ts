import type { Rule, Scope } from 'eslint'
import type { MemberExpression, Node } from 'estree'

/** Names that only their owners may say. */
export interface LintRule {
  /** Rule name after `tavla/`. */
  readonly name: string
  /** Global names, such as `fetch`; also caught as `window.fetch` and `globalThis.fetch`. */
  readonly globals?: readonly string[]
  /** Members of globals, such as `Date.now`. */
  readonly members?: readonly string[]
  /** Constructors that read something when called without arguments, such as `Date`. */
  readonly emptyNew?: readonly string[]
  /** Modules that offer the same under another name. */
  readonly modules?: readonly string[]
  /** Why, and what to do instead. */
  readonly message: string
  /** Files that may. */
  readonly owners: readonly string[]
}

const globalObjects = new Set(['window', 'globalThis', 'self'])

/** A lint rule that reports every use of a rule's names. */
export function createLintRule(rule: LintRule): Rule.RuleModule {
  const globals = new Set(rule.globals)
  const members = new Set(rule.members)
  const emptyNew = new Set(rule.emptyNew)
  const modules = new Set(rule.modules)
  return {
    meta: { type: 'problem', schema: [], messages: { fenced: `{{name}}: ${rule.message}` } },
    create(context) {
      const report = (node: Node, name: string) =>
        context.report({ node, messageId: 'fenced', data: { name } })
      return {
        'Program:exit'(program: Node) {
          const scope = context.sourceCode.getScope(program)
          for (const reference of globalReferences(scope)) {
            const { identifier } = reference
            if (identifier.type === 'Identifier' && globals.has(identifier.name))
              report(identifier, identifier.name)
          }
        },
        MemberExpression(node) {
          const name = memberName(node)
          if (name && members.has(name)) report(node, name)
          const [object, property] = name?.split('.') ?? []
          if (object && property && globalObjects.has(object) && globals.has(property))
            report(node, name ?? property)
        },
        NewExpression(node) {
          if (node.callee.type !== 'Identifier' || node.arguments.length > 0) return
          if (emptyNew.has(node.callee.name)) report(node, `new ${node.callee.name}()`)
        },
        ImportDeclaration(node) {
          if (modules.has(String(node.source.value))) report(node, String(node.source.value))
        },
      }
    },
  }
}

/** References that no declaration of the file answers. */
function globalReferences(scope: Scope.Scope): readonly Scope.Reference[] {
  const declaredOutside = scope.variables.filter((variable) => variable.defs.length === 0)
  return [...scope.through, ...declaredOutside.flatMap((variable) => variable.references)]
}

function memberName(node: MemberExpression): string | undefined {
  if (node.object.type !== 'Identifier') return undefined
  if (!node.computed && node.property.type === 'Identifier')
    return `${node.object.name}.${node.property.name}`
  if (node.computed && node.property.type === 'Literal')
    return `${node.object.name}.${String(node.property.value)}`
  return undefined
}
