import type { Sql } from '../../db/database.ts'

/** The billing month of voice minutes, in UTC: `2026-11`. */
export const getVoiceMonth = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7)

/** Voice seconds used in an account's spaces this month. */
export async function getUsedVoice(sql: Sql, owner: string, nowMs: number): Promise<number> {
  const row = await sql
    .selectFrom('voice_usage')
    .select('used_ms')
    .where('owner', '=', owner)
    .where('month', '=', getVoiceMonth(nowMs))
    .executeTakeFirst()
  return Math.round((row?.used_ms ?? 0) / 1_000)
}
