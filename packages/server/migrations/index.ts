import type { Migration } from '../src/db/migration.ts'
import { accounts } from './0001_accounts.ts'
import { spaces } from './0002_spaces.ts'
import { operation } from './0003_operation.ts'
import { desktopCodes } from './0004_desktop_codes.ts'
import { claims } from './0005_claims.ts'
import { social } from './0006_social.ts'
import { emailPages } from './0007_letter_pages.ts'
import { journal } from './0010_journal.ts'
import { history } from './0011_history.ts'
import { erasures } from './0012_erasures.ts'
import { boards } from './0013_boards.ts'
import { notificationEmails } from './0014_notice_letters.ts'
import { asking } from './0015_asking.ts'
import { audit } from './0016_audit.ts'
import { memberColors } from './0017_member_colors.ts'
import { rateLimits } from './0018_rate_limits.ts'
import { nodeNames } from './0019_node_names.ts'
import { trust } from './0020_trust.ts'
import { chain } from './0021_chain.ts'
import { deleteConflicts } from './0022_delete_conflicts.ts'
import { payments } from './0023_payments.ts'
import { voice } from './0024_voice.ts'
import { administration } from './0030_administration.ts'
import { planGrants } from './0032_plan_grants.ts'
import { seatApprovals } from './0033_seat_approvals.ts'
import { customerCredit } from './0034_customer_credit.ts'
import { nodeUrls } from './0035_node_urls.ts'
import { nodeSecrets } from './0036_node_secrets.ts'
import { nodeMessages } from './0037_node_messages.ts'
import { unusedFiles } from './0038_unused_files.ts'

/** Every migration, in order. */
export const migrations: readonly Migration[] = [
  accounts,
  spaces,
  operation,
  desktopCodes,
  claims,
  social,
  emailPages,
  journal,
  history,
  erasures,
  boards,
  notificationEmails,
  asking,
  audit,
  memberColors,
  rateLimits,
  nodeNames,
  trust,
  chain,
  deleteConflicts,
  payments,
  voice,
  administration,
  planGrants,
  seatApprovals,
  customerCredit,
  nodeUrls,
  nodeSecrets,
  nodeMessages,
  unusedFiles,
]
