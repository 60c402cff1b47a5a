import type { Tracing } from '../ports/tracing/port.ts'
import type { Engine, Statement } from './database-engine.ts'

/** The verb alone: statements name tables, but their parameters are people's. */
const getVerb = ({ sql }: Statement): string => /^\W*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'

/** An engine whose statements are spans of the call or job that they belong to. */
export function traceEngine(engine: Engine, tracing: Tracing): Engine {
  const traced = <T>(statements: readonly Statement[], act: () => Promise<T>): Promise<T> => {
    const [first] = statements
    const name = first === undefined ? 'statement' : getVerb(first)
    const attributes = {
      'db.system.name': engine.name === 'postgres' ? 'postgresql' : 'sqlite',
      'db.operation.batch.size': statements.length,
      'db.query.text': statements.length === 1 && first !== undefined ? first.sql : '',
    }
    return tracing.trace({ name, kind: 'client', attributes, isPart: true }, act)
  }
  return {
    name: engine.name,
    get pool() {
      return engine.pool
    },
    read: (statement) => traced([statement], () => engine.read(statement)),
    write: (statement) => traced([statement], () => engine.write(statement)),
    batch: (statements) => traced(statements, () => engine.batch(statements)),
    async begin() {
      const session = await engine.begin()
      return {
        run: (statement) => traced([statement], () => session.run(statement)),
        commit: () => traced([{ sql: 'commit', parameters: [] }], () => session.commit()),
        rollback: () => session.rollback(),
      }
    },
    close: () => engine.close(),
  }
}
