import type { Sql } from '../../db/database.ts'

/** The month that voice counts against, in UTC: `2026-11`. */
export const getVoiceMonth = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7)

/** Voice seconds that the spaces of an account used this month. */
export async function usedVoice(sql: Sql, owner: string, nowMs: number): Promise<number> {
  const row = await sql
    .selectFrom('voice_usage')
    .select('used_ms')
    .where('owner', '=', owner)
    .where('month', '=', getVoiceMonth(nowMs))
    .executeTakeFirst()
  return Math.round((row?.used_ms ?? 0) / 1_000)
}
