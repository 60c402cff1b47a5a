import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useCreateSpace } from './queries.ts'
import { getWhiteboardUrl } from './whiteboard-url.ts'

interface NewBoard {
  readonly name: string
  readonly template?: string
}

/** Creates a board in a folder, or in none, and opens it. */
export function useNewBoard(folder: string | null, onCreated?: (board: NewBoard) => void) {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  const create = useCreateSpace()
  // The second click of a double click comes before the button is disabled.
  const isCreating = useRef(false)
  const release = () => void (isCreating.current = false)
  /** `prepare` has resolved before the board opens. */
  const createBoard = (board: NewBoard, prepare?: (wid: string) => Promise<unknown>) => {
    if (isCreating.current) return
    isCreating.current = true
    create.mutate(
      { ...board, ...(folder === null ? {} : { folder }) },
      {
        onSuccess: async ({ wid }) => {
          onCreated?.(board)
          await prepare?.(wid)
          release()
          return navigate(getWhiteboardUrl(wid))
        },
        onError: release,
      },
    )
  }
  return { create, newBoard: () => createBoard({ name: t('untitled') }), createBoard }
}
