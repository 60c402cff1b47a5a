import { runNode } from '../run.ts'

const { code } = await runNode([
  'packages/server/src/backup/backup-main.ts',
  'move',
  ...process.argv.slice(2),
])
process.exitCode = code
