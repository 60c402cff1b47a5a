/** Cryptographic randomness, injected so that tests can replay it. */
export interface Random {
  bytes(count: number): Uint8Array
}
