import { lazyCode } from '../../../platform/chunks/lazy-code.ts'
import { lazyElement } from '../../../platform/chunks/lazy-element.tsx'

/** A board opens with nothing selected and no drawing tool. */
export const styleProperties = lazyCode(
  'properties',
  async () => (await import('./style-properties.tsx')).StyleProperties,
)

export const LazyProperties = lazyElement(styleProperties)
