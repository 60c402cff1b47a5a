import type { AccountTables } from './tables-accounts.ts'
import type { AuditTables } from './tables-audit.ts'
import type { BoardTables } from './tables-boards.ts'
import type { ErasureTables } from './tables-erasures.ts'
import type { HistoryTables } from './tables-history.ts'
import type { JournalTables } from './tables-journal.ts'
import type { OperationTables } from './tables-operation.ts'
import type { SpaceTables } from './tables-spaces.ts'

/**
 * Rows as the database holds them: integers (times in milliseconds, booleans 0 and 1), text (ids, JSON) and bytes.
 * Each subject lists its own tables; the migrations make them.
 */
export interface Tables
  extends
    AccountTables,
    AuditTables,
    BoardTables,
    SpaceTables,
    OperationTables,
    JournalTables,
    HistoryTables,
    ErasureTables {}
