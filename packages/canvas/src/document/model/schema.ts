import type { ZodObject } from 'zod'
import type { Outline } from '../../geometry/outline.ts'
import type { Fields } from './change.ts'
import type { BoardRecord, DocumentView, ElementRecord } from './record.ts'

/** The end of a connector that a binding attaches. */
export type ConnectorEnd = 'start' | 'end'

/** The part of a shape that also runs on the server: validation and migration of its records. */
export interface ShapeSchema {
  readonly kind: string
  /**
   * All props besides the base fields, as a strict schema with ranges. In a patch, `null` removes an optional
   * prop and is a value of a nullable one.
   */
  readonly props: ZodObject
  readonly defaults: Readonly<Record<string, unknown>>
  readonly version: number
  /** Steps from version n to n + 1, applied to partial props: an absent field stays absent. */
  readonly migrations: readonly MigrationStep[]
  readonly facets: {
    /** Has x, y, w, h, r. */
    readonly element?: boolean
    /** Can have children. A frame's prop `role` limits the role inside it for everyone below admin. */
    readonly container?: 'page' | 'group' | 'frame'
    /** Connectors can attach to it. */
    readonly bindable?: boolean
    /** Has a prop `text`: a rich-text document, or null while empty. Changed by text steps only. */
    readonly text?: boolean
    /** Has stroke pieces. */
    readonly stroke?: boolean
    /** Its ends can be bound. */
    readonly connects?: boolean
  }
  /**
   * For kinds with `connects`: fields that keep the end where it is drawn, computed before its binding is removed
   * with the target. Pure, runs on client and server. If absent, the stored end stays.
   */
  readonly release?: (connector: BoardRecord, end: ConnectorEnd, view: DocumentView) => Fields
  /**
   * For kinds that are not a rotated box: the outline on the page to which ends attach. Pure, runs on client and
   * server.
   */
  readonly outline?: (element: ElementRecord) => Outline
  /** Hash of the schema at `version`. A test fails if the schema changes without a new version. */
  readonly fingerprint?: string
}

export type MigrationStep = (props: Fields) => Fields
