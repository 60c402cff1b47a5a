export { InviteBanner } from './invite-banner.tsx'
export { useInviteInfo } from './queries.ts'
export { MembersDialog } from './members-dialog.tsx'
