import { microtasks } from './fuzz.ts'
import { FuzzClient } from './fuzz-client.ts'
import { testSchemas } from './test-kinds.ts'
import { ModelRoom } from './model-room.ts'
import { seededRandom } from './random.ts'

/** A room with several clients whose connections the test controls. */
export class TestTable {
  time = 1_000_000
  readonly room = new ModelRoom({ schemas: testSchemas, random: seededRandom(1), now: () => this.time })
  readonly clients: FuzzClient[] = []

  async connectClient(uid: string): Promise<FuzzClient> {
    const client = new FuzzClient(uid, this.room, testSchemas, 0)
    this.clients.push(client)
    await client.start()
    client.connect()
    await this.settle()
    return client
  }

  /** Delivers and answers everything. */
  async settle(): Promise<void> {
    for (let i = 0; i < 6; i++) {
      await this.rest()
      for (const client of this.clients) while (client.deliver('up'));
      this.room.work()
      for (const client of this.clients) while (client.deliver('down'));
    }
  }

  /** Lets outboxes answer in microtasks. */
  async rest(): Promise<void> {
    for (let i = 0; i < 3; i++) await microtasks()
  }

  pass(ms: number): void {
    this.time += ms
    for (const client of this.clients) client.clock.advance(ms)
  }
}
