import { packageScript, runNode } from './run.ts'

// "npm run prove": the searches of "npm test" with many more seeds and kills; for a night, or before a release.

const { code } = await runNode(
  [packageScript('vitest/vitest.mjs'), 'run', '--project=pure', '--project=db', ...process.argv.slice(2)],
  {
    env: { FUZZ_SEEDS: '10000', FUZZ_ROOM_SEEDS: '1000', TAVLA_KILLS: '200', TAVLA_TEST_HOURS: '12' },
  },
)
process.exitCode = code
