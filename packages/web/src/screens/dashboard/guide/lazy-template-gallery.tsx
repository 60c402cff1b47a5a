import { useState } from 'react'
import { lazyPart } from '../../../platform/lazy-part.tsx'
import type { TemplateGalleryProps } from './template-gallery.tsx'

const LoadedGallery = lazyPart<TemplateGalleryProps>(
  'templates',
  async () => (await import('./template-gallery.tsx')).TemplateGallery,
  'dashboard',
)

/** The template gallery, loaded when it is opened for the first time. */
export function TemplateGallery(props: TemplateGalleryProps) {
  const [isLoaded, setIsLoaded] = useState(props.opened)
  if (props.opened && !isLoaded) setIsLoaded(true)
  return isLoaded ? <LoadedGallery {...props} /> : null
}
