/** All limits of HTTP connections; times in ms, sizes in bytes unless the name says otherwise. */
export const httpLimits = {
  /** Size of a JSON or form body. */
  bodyBytes: 1024 * 1024,
  /** Size of request line and headers together; larger ones are answered 431. */
  headerBytes: 16 * 1024,
  /** From the start of a connection, or of its next request, to the end of the headers. */
  headersWithin: 10_000,
  /** From there to the end of the body; clients wait no longer for an answer. */
  bodyWithin: 30_000,
  /** The same for file uploads: a slow line takes long, and `silentFor` ends one without progress. */
  uploadWithin: 3_600_000,
  /** Without a byte in either direction. */
  silentFor: 35_000,
  /** Between two requests of a connection; longer than a proxy's own limit (nginx: 60 s). */
  keepAliveFor: 72_000,
  /** Interval at which header time-outs are checked. */
  checkEvery: 1_000,
  /** Open connections, live sockets included; further ones are closed at once. */
  connections: 20_000,
  /** Minimum interval between log entries about rejected connections. */
  dropLogEvery: 60_000,
  /** How long a stopping server lets requests continue after its rooms are closed. */
  stopWithin: 1_500,
} as const
