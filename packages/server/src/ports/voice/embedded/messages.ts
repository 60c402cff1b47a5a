/** Messages from the server to the forwarder process. */
export type ForwarderCommand =
  | { readonly t: 'open'; readonly room: string; readonly conn: string; readonly offer: number }
  | { readonly t: 'answer'; readonly conn: string; readonly offer: number; readonly sdp: string }
  | { readonly t: 'mic'; readonly conn: string; readonly on: boolean }
  | { readonly t: 'close'; readonly conn: string }

/** Messages from the forwarder process to the server. */
export type ForwarderEvent =
  | { readonly t: 'ready' }
  | { readonly t: 'offer'; readonly conn: string; readonly offer: number; readonly sdp: string }
  | {
      readonly t: 'candidates'
      readonly conn: string
      readonly offer: number
      readonly candidates: readonly string[]
    }
  /** The client's answer was no answer to the offer; the connection is closed. */
  | { readonly t: 'badAnswer'; readonly conn: string; readonly offer: number }
  | { readonly t: 'media'; readonly conn: string; readonly up: boolean }
  /** Connections that sent media or reports within the last second. */
  | { readonly t: 'alive'; readonly conns: readonly string[] }
  | { readonly t: 'slots'; readonly room: string; readonly slots: readonly (string | null)[] }
  | { readonly t: 'speaking'; readonly room: string; readonly conns: readonly string[] }
  | { readonly t: 'error'; readonly message: string }

/** Configuration of the forwarder, passed as one argument. */
export interface ForwarderOptions {
  readonly port: number
  /** Bound IP address; null for all. */
  readonly bind: string | null
  /** IP address advertised to clients; null for those of this machine. */
  readonly address: string | null
}
