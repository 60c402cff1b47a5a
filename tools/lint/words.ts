import { basename } from 'node:path'
import type { Rule } from 'eslint'
import type { Identifier } from 'estree'

const emptyNoun = /(Manager|Service|Helpers?|Utils?|Dto|Repository)$/
const emptyFileNoun = /(^|-)(manager|service|helpers?|utils?|common|misc|dto)$/
/** Migrations carry their number in front. */
const kebab = /^(\d{4}_[a-z0-9_]+|[a-z0-9]+(-[a-z0-9]+)*)$/

/** Names that say nothing, files not in kebab-case, switched-off rules without a reason, and loose TODOs. */
export const wordsRule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      noun: '"{{name}}" does not say what it is. The nouns of the house stand in GLOSSARY.md and docs/map.md.',
      file: '"{{name}}" is not kebab-case, or ends in a word that says nothing. Name the file for what it exports.',
      reason: 'Say why this rule is off here: "eslint-disable-next-line rule -- reason".',
      todo: 'A TODO names its issue or decision: TODO(0012). Else do it, or write an issue.',
    },
  },
  create(context) {
    const checkName = (id: Identifier | null | undefined) => {
      if (id && emptyNoun.test(id.name))
        context.report({ node: id, messageId: 'noun', data: { name: id.name } })
    }
    return {
      Program(node) {
        const stem = basename(context.filename).split('.')[0] ?? ''
        if (!kebab.test(stem) || emptyFileNoun.test(stem)) {
          context.report({ node, messageId: 'file', data: { name: basename(context.filename) } })
        }
        for (const comment of context.sourceCode.getAllComments()) {
          const { loc } = comment
          if (!loc) continue
          if (/eslint-disable/.test(comment.value) && !/ -- \S/.test(comment.value))
            context.report({ loc, messageId: 'reason' })
          if (/\b(TODO|FIXME|XXX)\b(?!\(\d{4}\))/.test(comment.value))
            context.report({ loc, messageId: 'todo' })
        }
      },
      ClassDeclaration: (node) => checkName(node.id),
      FunctionDeclaration: (node) => checkName(node.id),
      TSInterfaceDeclaration: (node: { id: Identifier }) => checkName(node.id),
      TSTypeAliasDeclaration: (node: { id: Identifier }) => checkName(node.id),
    }
  },
}
