import type { SceneName } from './scene.ts'

/** Functions that the driver calls in each app's page. */
export interface Adapter {
  /**
   * Creates the neutral scene and converts it to the app's elements; not part of "open". Absent for Tavla, which
   * gets the scene from its server.
   */
  convert?(name: SceneName, count: number): Promise<void>
  /** Passes the elements to the app; returns when the app's call returns. */
  open(): Promise<void>
  /** Zoom 100 % with the hero element at the centre. */
  reset(): void
  fit(): void
  zoom(): number
  tool(name: 'select' | 'draw'): void
  /** Number of elements according to the app, including separate labels. */
  count(): number
  /** Number of elements of the scene. */
  countElements(): number
  selectedCount(): number
  heroX(): number
  /**
   * Simulates other users who drag elements near the hero element. Absent for apps without a server of their own.
   */
  load?(people: number, seconds: number): void
  /** Resolves when the app's server has everything. */
  allSaved?(): Promise<void>
  /** Frames with missing, blurred or outdated tiles; null if the app does not report them. */
  completeness(): {
    readonly frames: number
    readonly incomplete: number
    readonly blurred: number
    readonly outdated: number
  } | null
}

declare global {
  interface Window {
    adapter?: Adapter
  }
}
