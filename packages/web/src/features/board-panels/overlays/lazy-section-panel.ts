import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.tsx'
import type { SectionPanelProps } from '../properties/section-panels.tsx'

/** The sections of the style, with sliders and number fields that nothing else at the board needs. */
export const sectionPanel = lazyCode(
  'style',
  async () => (await import('../properties/section-panels.tsx')).SectionPanel,
)

export const SectionPanel = lazyDialog<SectionPanelProps & { onClose(): void }>(sectionPanel)
