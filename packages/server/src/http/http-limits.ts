/** Every number of the HTTP connections; times in ms, sizes in bytes unless the name says otherwise. */
export const httpLimits = {
  /** Of a JSON or form body. */
  bodyBytes: 1024 * 1024,
  /** Of the request line and headers together; more is answered 431. */
  headerBytes: 16 * 1024,
  /** From the first moment of a connection, or of the next request on it, to the end of the headers. */
  headersWithin: 10_000,
  /** From there to the end of the body; clients wait no longer for an answer. */
  bodyWithin: 30_000,
  /** The same for a file that is put; a slow line takes long, and `silentFor` ends one that makes no progress. */
  uploadWithin: 3_600_000,
  /** Neither side has moved a byte for so long. */
  silentFor: 35_000,
  /** Between two requests of a connection; longer than a proxy keeps its own (nginx: 60 s). */
  keepAliveFor: 72_000,
  /** How often the time of headers is looked at. */
  checkEvery: 1_000,
  /** Open at once, live sockets included; further ones are closed at once. */
  connections: 20_000,
  /** That connections are turned away is logged at most this often. */
  dropLogEvery: 60_000,
  /** What a stopping server still lets requests take after its rooms are closed. */
  stopWithin: 1_500,
} as const
