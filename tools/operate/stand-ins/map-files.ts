import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Mapping, mapText } from '../map-text.ts'

// After each copy: files of a release name the paths and ports of a real machine.
const mapping = Mapping.parse(JSON.parse(process.env['TAVLA_OPERATE_MAPPING'] ?? ''))
const folder = join(mapping.folder, 'etc/nginx/conf.d')
for (const name of readdirSync(folder)) {
  const path = join(folder, name)
  writeFileSync(path, mapText(readFileSync(path, 'utf8'), mapping))
}
