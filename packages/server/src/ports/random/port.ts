/** Unpredictable values, passed in so that tests can replay them. */
export interface Random {
  bytes(count: number): Uint8Array
}
