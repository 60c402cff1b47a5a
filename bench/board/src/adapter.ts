import type { SceneName } from './scene.ts'

/** What the driver asks of a page, the same for every app. */
export interface Adapter {
  /** Makes the neutral scene in the page and turns it into the app's own elements; not part of "open". */
  convert(name: SceneName, count: number): Promise<void>
  /** Hands the elements to the app; returns when the call returns. */
  open(): Promise<void>
  /** 100 % with the hero in the middle. */
  reset(): void
  fit(): void
  zoom(): number
  tool(name: 'select' | 'draw'): void
  /** Elements the app counts, labels of their own included. */
  count(): number
  /** Elements of the scene as it was converted. */
  things(): number
  selectedCount(): number
  heroX(): number
  /**
   * So many other people each drag something near the hero for so long: what the server would send of it reaches the
   * page. Absent where the app has no server of its own.
   */
  crowd?(people: number, seconds: number): void
  /** Resolves when the app's server has everything. */
  allSaved?(): Promise<void>
  /** Frames painted with a part of the view standing in for what was not rastered yet; null where the app tells nothing. */
  completeness(): { readonly frames: number; readonly incomplete: number; readonly outdated: number } | null
}

declare global {
  interface Window {
    adapter?: Adapter
  }
}
