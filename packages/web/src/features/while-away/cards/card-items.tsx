import { Menu } from '@mantine/core'
import { IconCopy, IconDownload, IconFocusCentered } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { saveFile } from '../../../platform/dom/save-file.ts'
import type { UndecidedCard } from '../../../platform/offline/undecided/cards.ts'
import { toasts } from '../../../platform/toast.ts'
import { MenuOverlay } from '../../../ui/overlays/loaded/menu-overlay.tsx'
import { useBoard } from '../../board-panels/index.ts'

/** Actions on an item other than deciding. */
export function CardItems({ card, text }: { card: UndecidedCard; text: string }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const existingIds = card.recordIds.filter((id) => board.document.get(id) !== undefined)
  return (
    <MenuOverlay position="bottom-end">
      {existingIds.length > 0 && (
        <Menu.Item
          leftSection={<IconFocusCentered size={16} />}
          onClick={() => board.viewport.show(existingIds)}
        >
          {t('away.act.jump')}
        </Menu.Item>
      )}
      {text !== '' && (
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copyText(text, t)}>
          {t('away.act.copy')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => download(card, text, t)}>
        {t('away.act.download')}
      </Menu.Item>
    </MenuOverlay>
  )
}

async function copyText(text: string, t: TFunction<'board'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.note(t('common:act.copied'))
  } catch {
    toasts.note(t('clipboardDenied'))
  }
}

/** Its text if it has any; else everything known about it, as data. */
function download(card: UndecidedCard, text: string, t: TFunction<'board'>): void {
  const name = t('away.file')
  if (text !== '') saveFile(new Blob([text], { type: 'text/plain' }), `${name}.txt`, clock)
  else
    saveFile(new Blob([JSON.stringify(card, null, 2)], { type: 'application/json' }), `${name}.json`, clock)
}
