import { lazyPart } from '../../../platform/lazy-part.tsx'
import type { SlideshowProps } from './slideshow.tsx'

/** Loaded when a slideshow starts. */
export const Slideshow = lazyPart<SlideshowProps>(
  'slideshow',
  async () => (await import('./slideshow.tsx')).Slideshow,
)

export const AudienceView = lazyPart<object>(
  'audience view',
  async () => (await import('./audience-view.tsx')).AudienceView,
)
