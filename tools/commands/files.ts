import { runNode } from '../run.ts'

const { code } = await runNode([
  'packages/server/src/backup/backup-main.ts',
  'files',
  ...process.argv.slice(2),
])
process.exitCode = code
