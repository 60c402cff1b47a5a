import type { AccountTables } from './accounts.ts'
import type { AdministrationTables } from './administration.ts'
import type { AuditTables } from './audit.ts'
import type { BoardTables } from './boards.ts'
import type { ErasureTables } from './erasures.ts'
import type { HistoryTables } from './history.ts'
import type { JournalTables } from './journal.ts'
import type { OperationTables } from './operation.ts'
import type { PaymentTables } from './payments.ts'
import type { SpaceTables } from './spaces.ts'

/**
 * Rows as stored: integers (times in milliseconds, booleans 0 and 1), text (ids, JSON) and bytes. Each module lists
 * its own tables; migrations create them.
 */
export interface Tables
  extends
    AccountTables,
    AdministrationTables,
    AuditTables,
    BoardTables,
    SpaceTables,
    OperationTables,
    PaymentTables,
    JournalTables,
    HistoryTables,
    ErasureTables {}
