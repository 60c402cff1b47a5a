import type { Health, HealthSample, StoredFigures } from '@tavla/contract/admin'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../platform/format.ts'
import { Chart } from './chart.tsx'

/** Figures of the server over the last day, each with its present value. */
export function Charts({ health }: { health: Health }) {
  const { t, i18n } = useTranslation('admin')
  const bytes = (value: number) => bytesText(value, i18n.language)
  const number = (value: number) => value.toLocaleString(i18n.language)
  const samples: readonly HealthSample[] = [...health.samples, health.now]
  const stored = [...health.samples.flatMap((sample) => sample.stored ?? []), health]
  const ofProcess = (
    label: string,
    getValue: (sample: HealthSample) => number,
    getText: (value: number) => string = number,
  ) => ({ label, values: samples.map(getValue), now: getText(getValue(health.now)) })
  const ofStored = (
    label: string,
    getValue: (figures: StoredFigures) => number,
    getText: (value: number) => string = number,
  ) => ({ label, values: stored.map(getValue), now: getText(getValue(health)) })
  const charts = [
    ofProcess(t('health.people'), ({ people }) => people),
    ofProcess(t('health.rooms'), ({ rooms }) => rooms),
    ofProcess(t('health.edits'), ({ editsPerSecond }) => editsPerSecond),
    ofProcess(
      t('health.delay'),
      ({ eventLoopDelayMs }) => eventLoopDelayMs,
      (value) => `${number(value)} ms`,
    ),
    ofProcess(t('health.memory'), ({ memoryBytes }) => memoryBytes, bytes),
    ofStored(t('health.database'), ({ databaseBytes }) => databaseBytes, bytes),
    ofStored(
      t('health.disk'),
      ({ diskTotalBytes, diskFreeBytes }) => diskTotalBytes - diskFreeBytes,
      (value) => `${bytes(value)} / ${bytes(health.diskTotalBytes)}`,
    ),
    ofStored(t('health.emailQueue'), ({ emailQueue }) => emailQueue),
    ofStored(t('health.jobsWaiting'), ({ jobsWaiting }) => jobsWaiting),
    ofStored(t('health.jobsFailed'), ({ jobsFailed }) => jobsFailed),
    ofStored(t('health.voiceRooms'), ({ voiceRooms }) => voiceRooms),
    ofStored(t('health.voiceMinutes'), ({ voiceMinutes }) => voiceMinutes),
  ]
  return charts.map((chart) => <Chart key={chart.label} {...chart} />)
}
