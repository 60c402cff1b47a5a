export interface ChosenFile {
  readonly blob: Blob
  readonly name: string
}
