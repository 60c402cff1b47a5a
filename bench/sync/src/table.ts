import type { LoadRow } from './loads.ts'
import { cpuPerMessageUs, findLoad, largestLoad, peerNames, type Results, titles } from './results.ts'

type Cells = readonly string[]

function table(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const number = (value: number | undefined, digits = 1): string =>
  value === undefined ? '–' : value >= 100 ? String(Math.round(value)) : value.toFixed(digits)
const kib = (bytes: number | undefined): string => (bytes === undefined ? '–' : `${Math.round(bytes / 1024)} KiB`)
const share = (value: number): string => `${Math.round(value * 100)} %`

function loadCells(peer: string, row: LoadRow | undefined): Cells {
  const name = titles[peer]!
  if (!row) return [name, ...Array.from({ length: 10 }, () => '–')]
  const { report } = row
  if (!report) return [name, row.skipped ? `not run: ${row.skipped}` : `failed: ${row.failed}`, ...Array.from({ length: 9 }, () => '–')]
  const note = [
    row.saturated ? 'server saturated' : '',
    row.invalid ? `discarded: ${row.invalid}` : '',
    row.note ?? '',
  ]
  const { edits, previews, acks } = report
  return [
    name,
    number(cpuPerMessageUs(row), 2),
    share(report.serverCpuMs / (report.seconds * 1000)),
    number(edits.p50),
    number(edits.p95),
    number(edits.p99),
    number(previews.p95),
    acks.samples === 0 ? '–' : number(acks.p95),
    share(report.delivered / Math.max(1, report.offered)),
    `${Math.round(report.memoryMb)} MB`,
    note.filter(Boolean).join('; '),
  ]
}

function loadTables(results: Results): string {
  const places = [...new Set(results.loads.map(({ people, boards }) => `${people}/${boards}`))]
    .map((key) => key.split('/').map(Number) as [number, number])
    .filter(([people, boards]) => boards > 1 || peerNames.filter((peer) => findLoad(results, peer, people)).length > 1)
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
  const head = [
    '',
    'CPU per delivered message, µs',
    'server CPU',
    'edit p50, ms',
    'p95',
    'p99',
    'preview p95, ms',
    'confirmed p95, ms',
    'delivered',
    'memory',
    '',
  ]
  return places
    .map(([people, boards]) => {
      const title = boards === 1 ? `${people} people on one board` : `${boards} boards, ${people} people each`
      const rows = peerNames.map((peer) => loadCells(peer, findLoad(results, peer, people, boards)))
      return `#### ${title}\n\n${table(head, rows)}`
    })
    .join('\n\n')
}

function largestTable(results: Results): string {
  const rows = peerNames.map((peer) => {
    const { most, fails, unclear } = largestLoad(results, peer)
    const unknown = unclear === undefined ? 'none tried' : `not known: ${unclear.people}, ${unclear.why}`
    return [titles[peer]!, most === 0 ? '–' : String(most), fails === undefined ? unknown : String(fails)]
  })
  return `#### Most people on one board whose edits reach others with p95 < 50 ms\n\n${table(['', 'people', 'too many'], rows)}`
}

function openTable(results: Results): string {
  const rows = results.opens.map((row) => {
    const { cold, warm, failed } = row
    const first = warm?.firstScreen
    return [
      `${titles[row.peer]!}, ${row.elements / 1000}k`,
      failed === undefined ? number(cold?.ms, 0) : `failed: ${failed}`,
      number(warm?.ms, 0),
      kib(warm?.bytes),
      first ? `${number(first.ms, 0)} ms, ${kib(first.bytes)}` : '–',
      row.storedBytes === undefined ? '–' : `${kib(row.storedBytes)} (${row.storedAs})`,
    ]
  })
  const head = ['', 'first person, ms', 'later person, ms', 'received', 'first screen', 'the board on the disk']
  return `#### Opening a whole board\n\n${table(head, rows)}`
}

function modelTable({ model }: Results): string {
  if (!model) return ''
  const { bytes, applyUs } = model
  const rows = (['tavla', 'yjsPlain', 'yjsFields'] as const).map((key) => {
    const { before, after } = bytes[key]
    const name = { tavla: 'Tavla', yjsPlain: 'Yjs, plain objects', yjsFields: 'Yjs, a map per element' }[key]
    return [name, kib(before), kib(after), `${(after / before).toFixed(3)}×`, number(applyUs[key])]
  })
  const replica = `Tavla's ${number(applyUs.tavla)} µs is decoding and applying, as Yjs' are; through the page's whole replica it is ${number(applyUs.tavlaReplica)} µs.`
  const head = [
    '',
    'compressed',
    `after ${model.edits.toLocaleString('en')} edits`,
    'growth',
    'apply one remote change, µs',
  ]
  return `#### ${model.elements.toLocaleString('en')} elements in memory and as bytes\n\n${table(head, rows)}\n\n${replica}`
}

function killTable(results: Results): string {
  const rows = results.kills.map((row) => [
    titles[row.peer]!,
    String(row.seconds),
    `${row.confirmed}, by ${row.by}`,
    row.failed === undefined ? String(row.lost) : `failed: ${row.failed}`,
  ])
  const relay = [titles['relay']!, '–', '–', 'stores nothing: everything, once all pages are closed']
  return `#### \`kill -9\` while three people draw, then all pages closed\n\n${table(['', 'seconds of drawing', 'confirmed edits', 'of these lost'], [...rows, relay])}`
}

/** All measurements as Markdown tables. */
export function formatTables(results: Results): string {
  return [
    loadTables(results),
    largestTable(results),
    openTable(results),
    modelTable(results),
    killTable(results),
  ].join('\n\n')
}
