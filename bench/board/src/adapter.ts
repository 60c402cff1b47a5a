import type { Scene } from './scene.ts'

/** What the driver asks of a page, the same for every app. */
export interface Adapter {
  /** Turns the neutral scene into the app's own elements; not part of "open". */
  convert(scene: Scene): Promise<void>
  /** Hands the elements to the app; returns when the call returns. */
  open(): Promise<void>
  /** 100 % with the hero in the middle. */
  reset(): void
  fit(): void
  zoom(): number
  tool(name: 'select' | 'draw'): void
  /** Elements the app counts, labels of their own included. */
  count(): number
  /** Things of the scene as it was converted. */
  things(): number
  selectedCount(): number
  heroX(): number
  /** Frames painted with a part of the view standing in for what was not rastered yet; null where the app tells nothing. */
  completeness(): { readonly frames: number; readonly incomplete: number; readonly outdated: number } | null
}

declare global {
  interface Window {
    adapter?: Adapter
  }
}
