/** Why nothing was imported; the words are `import.errors.<fault>`. */
export interface ImportFault {
  readonly fault: 'not_json' | 'not_a_drawing' | 'too_large' | 'empty' | 'damaged' | 'newer' | 'diagram_kind'
  /** Plain English for developers. */
  readonly message: string
}

export function isFault(value: object): value is ImportFault {
  return 'fault' in value
}
