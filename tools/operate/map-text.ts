import { z } from 'zod'

export const Mapping = z.object({
  /** Stands for the root of the machine. */
  folder: z.string(),
  httpPort: z.int(),
  tlsPort: z.int(),
  serverPort: z.int(),
})
export type Mapping = z.infer<typeof Mapping>

const mappedPaths = ['/opt/tavla', '/etc/', '/var/lib/tavla', '/var/backups', '/var/www', '/tmp/tavla-build']

/** Commands or a file with the paths and ports of the scratch folder; without effect where that was done already. */
export function mapText(text: string, { folder, httpPort, tlsPort, serverPort }: Mapping): string {
  if (text.includes(folder)) return text
  return mappedPaths
    .reduce((mapped, path) => mapped.replaceAll(path, `${folder}${path}`), text)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replace(/^(\s*listen (?:\[::\]:)?)80;/gm, `$1${httpPort};`)
    .replace(/^(\s*listen (?:\[::\]:)?)443 /gm, `$1${tlsPort} `)
}
