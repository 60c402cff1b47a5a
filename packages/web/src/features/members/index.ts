export { InviteBanner } from './invites/invite-banner.tsx'
export { MembersDialog } from './members-dialog.tsx'
export { useInviteInfo } from './queries.ts'
export { RoleSelect } from './role-select.tsx'
