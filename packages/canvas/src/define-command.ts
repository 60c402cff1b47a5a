import type { Command } from './editor/command.ts'

export type { Command } from './editor/command.ts'

/** Fills in the defaults that follow from the id. */
export function defineCommand(
  command: Omit<Command, 'labelKey' | 'keys' | 'when'> & Partial<Pick<Command, 'keys' | 'when'>>,
): Command {
  return { keys: [], when: () => true, ...command, labelKey: `commands.${command.id}` }
}
