import type { App } from '../../context.ts'
import type { BoardContents } from '../../drawing/board-reader.ts'
import { TookTooLong } from '../../drawing/drawings.ts'
import { getImage } from '../../drawing/picture.ts'
import type { Job } from '../../jobs/worker.ts'
import { getImages } from './images.ts'
import { SnapshotPayload } from './changed.ts'
import { storeThumbnail } from './thumbnails.ts'
import { findBoard, replayRest, getStart, type StoredBoard } from './stored-board.ts'
import { storeTexts } from './texts.ts'

/** Draws a board's thumbnail and updates its search index, once nobody has edited it for a while. */
export const takeBoardSnapshot: Job = async (app, payload) => {
  const { wid } = SnapshotPayload.parse(payload)
  const board = await findBoard(app, wid)
  if (!board || (await getSnapshotTime(app, wid)) >= board.seq) return
  const { contents, svg } = await readBoard(app, wid, board)
  await storeTexts(app, wid, contents.texts)
  await storeThumbnail(app, wid, svg === null ? null : await getImage(svg))
  const snapshot = { seq: board.seq, looked_at: app.clock.now() }
  await app.db.transaction(async (tx) => {
    // Nothing is stored for a space that was deleted meanwhile.
    const space = await tx.selectFrom('spaces').select('wid').where('wid', '=', wid).executeTakeFirst()
    if (!space) return
    await tx
      .insertInto('board_looks')
      .values({ wid, ...snapshot })
      .onConflict((conflict) => conflict.column('wid').doUpdateSet(snapshot))
      .execute()
  })
}

async function getSnapshotTime({ db }: App, wid: string): Promise<number> {
  const row = await db.sql.selectFrom('board_looks').select('seq').where('wid', '=', wid).executeTakeFirst()
  return row?.seq ?? -1
}

interface ReadBoard {
  readonly contents: BoardContents
  readonly svg: string | null
}

/** Draws in detail, then coarsely if that takes too long; if that does, too, the old thumbnail stays. */
async function readBoard(app: App, wid: string, board: StoredBoard): Promise<ReadBoard> {
  const start = await getStart(app, wid, board.keyframe)
  const read = (care: 'small' | 'coarse') =>
    app.drawings.withBoard(start, async (open): Promise<ReadBoard> => {
      await replayRest(app, wid, board, open)
      const contents = await open.contents()
      const images = care === 'small' ? await getImages(app, wid, contents.files) : new Map<string, string>()
      return { contents, svg: await open.draw({ theme: 'light', images, care }) }
    })
  try {
    return await read('small')
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    app.log.warn('a board is too large to be drawn with care', { wid })
    return await read('coarse')
  }
}
