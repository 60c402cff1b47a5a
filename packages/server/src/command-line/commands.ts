import type { App } from '../context.ts'
import { administrationCommands, type CommandResult } from '../features/administration/index.ts'

export const usage = `Usage: npm run admin -- COMMAND [--json]
  list-users [--search TEXT] [--limit NUMBER]
  suspend EMAIL|UID
  make-admin EMAIL|UID
  reset-link EMAIL|UID
  verify-audit
  stats
  backup --to DIR
  restore --from DIR [--replace]`

export class UsageError extends Error {}

interface CommandInput {
  readonly operands: readonly string[]
  readonly search: string
  readonly limit: string
}

const MAX_LISTED = 10_000

type Commands = ReturnType<typeof administrationCommands>

function getPerson({ operands }: CommandInput): string {
  const [person, ...more] = operands
  if (person === undefined || more.length > 0) throw new UsageError()
  return person
}

function withoutOperands({ operands }: CommandInput): void {
  if (operands.length > 0) throw new UsageError()
}

function getLimit({ limit }: CommandInput): number {
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > MAX_LISTED) throw new UsageError()
  return count
}

const runners = {
  'list-users': (commands, input) => {
    withoutOperands(input)
    return commands.listUsers({ search: input.search, limit: getLimit(input) })
  },
  suspend: (commands, input) => commands.suspend(getPerson(input)),
  'make-admin': (commands, input) => commands.makeAdministrator(getPerson(input)),
  'reset-link': (commands, input) => commands.createResetLink(getPerson(input)),
  'verify-audit': (commands, input) => {
    withoutOperands(input)
    return commands.verifyAudit()
  },
  stats: (commands, input) => {
    withoutOperands(input)
    return commands.showStats()
  },
} as const satisfies Record<string, (commands: Commands, input: CommandInput) => Promise<CommandResult>>

export type CommandName = keyof typeof runners

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(runners, name)

export const runCommand = async (app: App, name: CommandName, input: CommandInput): Promise<CommandResult> =>
  runners[name](administrationCommands(app), input)
