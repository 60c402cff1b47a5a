import type { ZodObject } from 'zod'
import type { Outline } from '../../geometry/outline.ts'
import type { Fields } from './change.ts'
import type { BoardRecord, DocumentView, ElementRecord } from './record.ts'

/** Which end of a connector a binding holds. */
export type ConnectorEnd = 'start' | 'end'

/** Server-safe part of a shape: what its records may hold and how old ones are brought up to date. */
export interface ShapeSchema {
  readonly kind: string
  /**
   * Every prop besides the base fields; strict, with ranges. `null` in a patch clears a prop that is
   * optional and is the value of one that is nullable.
   */
  readonly props: ZodObject
  readonly defaults: Readonly<Record<string, unknown>>
  readonly version: number
  /** Steps from version n to n + 1, on partial props: an absent field stays untouched. */
  readonly migrations: readonly MigrationStep[]
  readonly facets: {
    /** Has x, y, w, h, r. */
    readonly element?: boolean
    /** May hold children. A frame's prop `role` is the most that counts inside it for everyone below admin. */
    readonly container?: 'page' | 'group' | 'frame'
    /** Connectors may attach. */
    readonly bindable?: boolean
    /** Has a prop `text`: a rich-text document or null while nothing was typed. Changed by text steps only. */
    readonly text?: boolean
    /** Has stroke pieces. */
    readonly stroke?: boolean
    /** Its ends may be held by bindings. */
    readonly connects?: boolean
  }
  /**
   * Of a kind that `connects`: fields that keep the end where it is drawn now, asked just before its
   * binding goes with a removed target. Pure; runs on both sides. Absent: the stored end stays.
   */
  readonly release?: (connector: BoardRecord, end: ConnectorEnd, view: DocumentView) => Fields
  /** Of a kind that is not its turned box: its line on the page, where ends are held. Pure; runs on both sides. */
  readonly outline?: (element: ElementRecord) => Outline
  /** What `version` stands for; a test says when the kind has become another one and needs a new version. */
  readonly fingerprint?: string
}

export type MigrationStep = (props: Fields) => Fields
