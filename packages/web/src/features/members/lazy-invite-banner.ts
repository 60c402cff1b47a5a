import { lazyPart } from '../../platform/lazy-part.tsx'

/** Loaded while the invite is requested: most people who sign in have none. */
export const InviteBanner = lazyPart(
  'invite-banner',
  async () => (await import('./invites/invite-banner.tsx')).InviteBanner,
  'members',
)
