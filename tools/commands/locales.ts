import { languageProblems, localeProblems } from '../check-rules/locale-problems.ts'

// "npm run locales -- missing" lists what the languages lack; named ones only: "npm run locales -- missing fr".
const [action, ...chosen] = process.argv.slice(2)
if (action !== 'missing') {
  process.stderr.write('Usage: npm run locales -- missing [language …]\n')
  process.exitCode = 2
} else {
  const problems = chosen.length > 0 ? languageProblems(chosen) : localeProblems()
  process.stdout.write(problems.length > 0 ? `${problems.join('\n')}\n` : 'Nothing is missing.\n')
  process.exitCode = problems.length > 0 ? 1 : 0
}
