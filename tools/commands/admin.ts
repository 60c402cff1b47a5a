import { runNode } from '../run.ts'

// "npm run admin": administration without a browser. Backups have a program of their own, which works beside a server.

const [name = '', ...args] = process.argv.slice(2)
const isBackup = name === 'backup' || name === 'restore'
const program = isBackup
  ? 'packages/server/src/backup/backup-main.ts'
  : 'packages/server/src/command-line/admin-main.ts'
const { code } = await runNode([program, name, ...args])
process.exitCode = code
