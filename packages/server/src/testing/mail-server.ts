import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail extends Email {
  /** Addresses of the envelope: who really got it. */
  readonly recipients: readonly string[]
}

/** A real mail server on a free port of this machine, which keeps what it is sent. */
export interface MailServer {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Reply with which it rejects emails, such as 451 (try again later); null: it accepts them. */
  refuse(code: number | null): void
  /** Connections so far. */
  readonly calls: number
  stop(): Promise<void>
}

export async function mailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let refusal: number | null = null
  let calls = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    // A machine without a name server would take seconds to greet.
    disableReverseLookup: true,
    onConnect(_session, done) {
      calls++
      done()
    },
    onData(stream, session, done) {
      void buffer(stream).then(async (bytes) => {
        if (refusal !== null) return done(Object.assign(new Error('not now'), { responseCode: refusal }))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ ...(await PostalMime.parse(bytes)), recipients })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (code) => void (refusal = code),
    get calls() {
      return calls
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
