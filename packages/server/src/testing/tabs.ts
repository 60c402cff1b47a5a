import { Tab } from '../realtime/testing/tab.ts'
import type { Someone } from './as.ts'
import type { TestServer } from './test-server.ts'

/** The tabs in which people of a test have boards open, each by a ticket of theirs. */
export function openTabs(server: () => TestServer) {
  const open: Tab[] = []
  let opened = 0
  return {
    async getTab(who: Someone, wid: string): Promise<Tab> {
      const door = {
        url: `${server().url.replace('http', 'ws')}/api/live`,
        ticket: () => who.call.space.liveTicket(),
      }
      // The name does not tell whose tab it is: some tests look for every trace of a person.
      const tab = await Tab.open(door, who.uid, wid, `tab-${++opened}`)
      open.push(tab)
      return tab
    },
    leaveAll(): void {
      for (const tab of open.splice(0)) tab.leave()
    },
  }
}
