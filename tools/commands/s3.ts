import { buildGoProgram, versityGateway } from '../go-program.ts'
import { runNode } from '../run.ts'

// "npm run s3": builds an S3-compatible server once and runs the tests of files in a bucket on it. From then on "npm test"
// does so, too. It is a Go program, so this needs Go.

const built = await buildGoProgram(versityGateway)
if (built === null) process.stdout.write('NOT RUN: files in a bucket. Go was not found.\n')
else if (built !== 0) process.exitCode = built
else {
  const paths = [
    'packages/server/src/ports/files',
    'packages/server/src/features/files',
    'packages/server/src/backup',
  ]
  process.exitCode = (await runNode(['tools/commands/test.ts', ...paths])).code
}
