import { basename } from 'node:path'
import type { Rule } from 'eslint'
import type { Identifier, Node, PrivateIdentifier } from 'estree'

const emptyNoun = /(Helpers?|Utils?|Dto)$/
const emptyFileNoun = /(^|-)(helpers?|utils?|common|misc|dto)$/
/** Migrations carry their number in front. */
const kebab = /^(\d{4}_[a-z0-9_]+|[a-z0-9]+(-[a-z0-9]+)*)$/

/** A word of a name, what to write instead, and why. */
interface Pair {
  readonly word: RegExp
  readonly instead: string
  readonly why: string
}

/** Words that this project once used in a sense of its own, each with the field's term. A word matches inside a camelCase name. */
const pairs: readonly Pair[] = [
  pair('promised?', 'enqueue, job', 'a promise is the language’s own'),
  pair('sweeps?', 'cleanup', 'it deletes what has expired'),
  pair('survey', 'reindex, boardSnapshot', 'it reads a board for thumbnail and search'),
  pair('notices?', 'notification', 'that is what people and the API of browsers call it'),
  pair('letters?', 'email, glyph, character, key', 'it is not clear which of them is meant'),
  pair('hurry|poke|callOff|putOff', 'flush, schedule, cancel, reschedule', 'jobs and timers are scheduled'),
  pair('breathe|breaths', 'yieldToEventLoop', 'it lets other events be handled'),
  pair('lie', 'layout', 'it says where items are'),
  pair('spells?', 'activityPeriod', 'it is a period of activity'),
  pair('standings?', 'access', 'it says what a person can do'),
  pair('graves?', 'tombstone', 'the field’s word for a remembered delete'),
  pair('keeper|kept', 'cache, cached, store', 'say where it is stored'),
  pair('recall(ing|ed)?', 'replay', 'stored frames are replayed'),
  pair('laid|beneath', 'optimistic, base', 'local edits are an optimistic layer over a base'),
  pair('soil|spoil(ed)?', 'invalidate', 'what is stale is invalidated'),
  pair('podium|speaker', 'presenterMode, presenter', 'one person presents'),
  pair('intake|asker', 'editQueue, client', 'edits are queued, clients send them'),
  pair('judged?', 'authorize, validate', 'say which of the two it does'),
  pair('may', 'can', 'a boolean is isX, hasX or canX'),
  pair('leaver', 'deletedAccount', 'an account is deleted'),
  pair('makeup', 'summary', 'it sums up the selection'),
  pair('stencil', 'bitmap', 'pixels in memory'),
  pair('surroundings', 'context', 'what a step needs of the others'),
  pair('turnstile', 'mutex', 'one at a time'),
  pair('stretch', 'range, run', 'it has a start and an end'),
  pair('countThings', 'countItems', 'say what is counted'),
  pair('movers?', 'moveSet', 'it is the set of records that a move affects'),
  pair('glide', 'animation', 'it is an eased animation'),
  pair('passedOver', 'skipped', 'a stale change is skipped'),
  pair('takenEdit|takenChange', 'acceptedEdit, acceptedChange', 'the server accepts edits'),
  pair('inOneGo|atOnce', 'runToEnd', 'a task runs synchronously to its end'),
  pair('doings?', 'changes, activity', 'say what was changed'),
  pair('begun', 'inProgress, pending', 'it has started and is not finished'),
  pair('worked', 'progress, result', 'it says how far the work is'),
  pair('debt', 'pendingReport', 'something still has to be reported'),
  pair('hanging|heldBy', 'attached, bound', 'connectors are attached to elements by bindings'),
  pair('laterParts', 'lateBound', 'dependencies set after construction are late bound'),
  pair('trap', 'refusal', 'an action is refused'),
  pair('whoever|thereof', 'the person or thing meant', 'names are plain English'),
  pair('crowds?|crowded', 'load, people', 'a bench puts a load on a server'),
  pair('told|telling', 'announced, reported, sent', 'say by which means'),
  pair('things?', 'element, record, item', 'say what it is'),
  pair('trouble', 'error, failure', 'that is what it is called elsewhere'),
  pair('squatter|squatted|witness|deed', 'impostor, observer, action', 'names are plain English'),
  pair('ripe|parked?', 'ready, deferred', 'work is ready or deferred'),
  pair('overtaken|overtaker', 'stale, newerChange', 'a newer change makes an older one stale'),
  pair('lender|lent', 'source', 'it says where it comes from'),
  pair('mend(ed|s)?', 'restore, repair', 'a fault is repaired'),
  pair('happenings?', 'event', 'the field’s word'),
]

/**
 * Names given by the specification, the API, stored rows or the language: they keep their words wherever a value of theirs
 * is declared.
 */
const givenNames: ReadonlySet<string> = new Set([
  'letter',
  'letterKeys',
  'notice',
  'noticeUserFound',
  'notices',
  'promise',
  'readNotices',
  'respondWith',
  'setNoticeUser',
  'spells',
  'told_at',
])

function pair(word: string, instead: string, why: string): Pair {
  const parts = word.split('|').map((each) => {
    const upper = each.charAt(0).toUpperCase() + each.slice(1)
    return `^_?#?${each}(?![a-z])|(?<=[a-z0-9])${upper}(?![a-z])|^${upper}(?![a-z])`
  })
  return { word: new RegExp(parts.join('|')), instead, why }
}

const endsInPreposition = /[a-z](Of|For|With)$/

type Named = Identifier | PrivateIdentifier

interface Member {
  readonly key: { readonly type: string }
  readonly computed?: boolean
}

function isNamed(key: { readonly type: string }): key is Named {
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier'
}

/** Names that say nothing or use words of a private vocabulary, files not in kebab-case, switched-off rules without a reason. */
export const wordsRule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      noun: '"{{name}}" does not say what it is. GLOSSARY.md has the terms.',
      word: '"{{name}}": write {{instead}} ({{why}}).',
      preposition:
        '"{{name}}" ends in a preposition: a function that reads is getX, findX or listX, one that acts is a verb, and a map is xById.',
      file: '"{{name}}" is not kebab-case, or ends in a word that says nothing. Name the file for what it exports.',
      reason: 'Say why this rule is off here: "eslint-disable-next-line rule -- reason".',
      todo: 'A TODO names its issue or decision: TODO(0012). Else do it, or write an issue.',
    },
  },
  create(context) {
    const checkName = (id: Named | null | undefined) => {
      if (!id || givenNames.has(id.name)) return
      const { name } = id
      if (endsInPreposition.test(name)) context.report({ node: id, messageId: 'preposition', data: { name } })
      if (emptyNoun.test(name)) context.report({ node: id, messageId: 'noun', data: { name } })
      for (const { word, instead, why } of pairs) {
        if (word.test(name)) context.report({ node: id, messageId: 'word', data: { name, instead, why } })
      }
    }
    /** Variables and parameters, also those that a pattern declares. */
    const checkVariables = (node: Node) => {
      for (const { identifiers } of context.sourceCode.getDeclaredVariables(node)) {
        const [id] = identifiers
        if (id && id !== (node as { id?: unknown }).id) checkName(id)
      }
    }
    const checkMember = ({ key, computed }: Member) => {
      if (!computed && isNamed(key)) checkName(key)
    }
    return {
      Program(node) {
        const stem = basename(context.filename).split('.')[0] ?? ''
        if (!kebab.test(stem) || emptyFileNoun.test(stem)) {
          context.report({ node, messageId: 'file', data: { name: basename(context.filename) } })
        }
        const name = stem.replaceAll(/-(.)/g, (_dash, next: string) => next.toUpperCase())
        for (const { word, instead, why } of pairs) {
          if (word.test(name)) context.report({ node, messageId: 'word', data: { name: stem, instead, why } })
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
      FunctionDeclaration(node) {
        checkName(node.id)
        checkVariables(node)
      },
      FunctionExpression: checkVariables,
      ArrowFunctionExpression: checkVariables,
      VariableDeclarator(node) {
        if (node.id.type === 'Identifier') checkName(node.id)
        else checkVariables(node)
      },
      PropertyDefinition: checkMember,
      MethodDefinition: checkMember,
      TSPropertySignature: checkMember,
      TSMethodSignature: checkMember,
      TSInterfaceDeclaration: (node: { id: Identifier }) => checkName(node.id),
      TSTypeAliasDeclaration: (node: { id: Identifier }) => checkName(node.id),
    }
  },
}
