import { runNode } from '../run.ts'

const { code } = await runNode([
  'packages/server/src/backup/backup-main.ts',
  'verify',
  ...process.argv.slice(2),
])
process.exitCode = code
