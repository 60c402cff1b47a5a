/** Unreadable without a password: the keys fit none. */
const encryption =
  '<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <' +
  '41'.repeat(32) +
  '> /U <' +
  '42'.repeat(32) +
  '> >>'

/** A PDF with one line of Helvetica on each page, A4. */
export function createPdf(
  lines: readonly string[],
  options: { readonly isEncrypted?: boolean } = {},
): Buffer {
  const kids = lines.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, i) => {
      const content = `BT /F1 48 Tf 60 600 Td (${line}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    ...(options.isEncrypted ? [encryption] : []),
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, i) => {
    const offset = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const id = '<' + '43'.repeat(16) + '>'
  const encrypt = options.isEncrypted ? ` /Encrypt ${objects.length} 0 R /ID [${id} ${id}]` : ''
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}
