import type emails from '../en/emails.json'
import type lists from '../en/lists.json'
import type notifications from '../en/notifications.json'
import type pages from '../en/pages.json'
import type shell from '../en/shell.json'
import type templates from '../en/templates.json'

/** The English files define the available keys. */
interface Namespaces {
  readonly emails: typeof emails
  readonly lists: typeof lists
  readonly notifications: typeof notifications
  readonly pages: typeof pages
  readonly templates: typeof templates
}

/** Plural keys are used without their suffix. */
type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

type Leaf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Leaf<Tree[Key]>}`
}[keyof Tree & string]

/** Keys of a namespace. A key without an English text is a compile error. */
export type NamespaceKey<Namespace extends keyof Namespaces> = Leaf<Namespaces[Namespace]>

/** A key with its namespace: `emails:reset.subject`. */
export type TextKey = { [N in keyof Namespaces & string]: `${N}:${NamespaceKey<N>}` }[keyof Namespaces &
  string]

/** Namespaces of `TextKey`. */
export type TypedNamespace = keyof Namespaces

/** Keys of the desktop shell's texts. */
export type ShellText = Leaf<typeof shell>
