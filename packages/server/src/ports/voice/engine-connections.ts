import type { EngineParticipant, VoiceEngineEvent } from './port.ts'

export interface EngineConnection {
  readonly roomId: string
  isUp: boolean
  evidenceAt: number
  mic: boolean
}

/** What all engines share: their connections, and the listener of their events. */
export abstract class EngineConnections<Connection extends EngineConnection> {
  readonly connections = new Map<string, Connection>()
  #listener: (event: VoiceEngineEvent) => void = () => undefined

  async participants(roomId: string): Promise<readonly EngineParticipant[]> {
    return [...this.connections]
      .filter(([, connection]) => connection.roomId === roomId && connection.isUp)
      .map(([connId, { evidenceAt }]) => ({ connId, evidenceAt }))
  }

  onEvent(listener: (event: VoiceEngineEvent) => void): void {
    this.#listener = listener
  }

  emit(event: VoiceEngineEvent): void {
    this.#listener(event)
  }
}
