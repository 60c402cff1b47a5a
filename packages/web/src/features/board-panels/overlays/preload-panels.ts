import { fileReader } from '../files/reading/lazy-file-reader.ts'
import { findPanel } from '../find/lazy-find-panel.tsx'
import { presentation } from '../messages/presenting-line.tsx'
import { styleProperties } from './lazy-properties.ts'
import { progressLine, transfers } from './lazy-transfers.ts'
import { sectionPanel } from './lazy-section-panel.ts'

/** Loads the panels that people are likely to open, and what reads their files, when the page has nothing else to do. */
export function preloadPanels(): void {
  const panels = [styleProperties, sectionPanel, findPanel, presentation, transfers, progressLine]
  for (const code of [...panels, fileReader]) code.preloadWhenIdle()
}
