import { lazyPart } from '../../../platform/lazy-part.tsx'

export const Media = lazyPart('media', async () => (await import('./media.tsx')).Media, 'board')
