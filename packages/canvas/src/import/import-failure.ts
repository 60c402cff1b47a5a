/** Why nothing was imported; the words are `import.errors.<reason>`. */
export interface ImportFailure {
  readonly reason:
    'not_json' | 'not_a_drawing' | 'too_large' | 'empty' | 'damaged' | 'newer' | 'diagram_kind' | 'encrypted'
  /** Plain English for developers. */
  readonly message: string
}

export function isImportFailure(value: object): value is ImportFailure {
  return 'reason' in value
}
