import type { Change } from '@tavla/canvas/model'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { call, type ExpectedState, type Person } from './kill.ts'
import { rect } from './tab.ts'
import { Page } from './test-page.ts'

interface Step {
  readonly record: string
  readonly value: unknown
  readonly change: Change
}

export interface DrawerOptions {
  /** Of the server, or of a proxy in front of several. */
  readonly url: string
  readonly person: Person
  readonly name: string
  readonly expected: ExpectedState
  readonly random: () => number
  /** Longest pause between two edits, ms. */
  readonly pauseMs?: number
}

/** A person who edits their own elements continuously and reports each edit to what is expected. */
export class Drawer {
  readonly page: Page
  refused = 0
  readonly #expected: ExpectedState
  readonly #random: () => number
  readonly #pauseMs: number
  readonly #steps = new Map<string, Step>()
  readonly #elements: string[] = []
  #count = 0
  #now: Step | null = null
  #isDrawing = false

  constructor({ url, person, name, expected, random, pauseMs = 25 }: DrawerOptions) {
    this.#expected = expected
    this.#random = random
    this.#pauseMs = pauseMs
    this.page = new Page({
      url: `${url.replace('http', 'ws')}/api/live`,
      wid: person.wid,
      uid: person.uid,
      name,
      ticket: async (until) => {
        const { ticket } = await call(url, 'POST', '/api/live/ticket', person.token, {}, until)
        return String(ticket)
      },
      onNamed: (editId) => {
        if (this.#now) this.#steps.set(editId, this.#now)
      },
      onAnswer: (editId, answer) => this.#answered(editId, answer),
    })
  }

  async draw(): Promise<void> {
    this.#isDrawing = true
    while (this.#isDrawing) {
      this.#step()
      await systemClock.sleep(this.#pauseMs * (0.2 + 0.8 * this.#random()))
    }
  }

  rest(): void {
    this.#isDrawing = false
  }

  #step(): void {
    this.#count += 1
    const dice = this.#random()
    const element = this.#elements.at(-1)
    const step =
      element === undefined || dice < 0.5 ? this.#put() : dice < 0.9 ? this.#move(element) : this.#remove()
    this.#now = step
    this.#expected.sent(step.record, step.value)
    this.page.draw([step.change], `${this.page.name}-${this.#count}`)
    this.#now = null
  }

  #put(): Step {
    const id = `${this.page.name}-${this.#count}`
    this.#elements.push(id)
    return { record: id, value: 0, change: { op: 'put', record: rect(id) } }
  }

  #move(id: string): Step {
    return { record: id, value: this.#count, change: { op: 'patch', id, fields: { x: this.#count } } }
  }

  #remove(): Step {
    const id = this.#elements.pop() ?? ''
    return { record: id, value: undefined, change: { op: 'remove', ids: [id] } }
  }

  #answered(editId: string, answer: 'ack' | 'reject'): void {
    const step = this.#steps.get(editId)
    if (!step) return
    this.#steps.delete(editId)
    if (answer === 'ack') this.#expected.confirmed(step.record, step.value)
    else this.refused += 1
  }
}
