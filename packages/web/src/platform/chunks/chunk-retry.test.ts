import { describe, expect, it, vi } from 'vitest'
import { loadChunk } from './chunk-retry.ts'
import { fakeClock } from '../fake-clock.ts'

const on = (reloadFailed: () => Promise<void> = () => Promise.resolve()) => ({
  clock: fakeClock(),
  styles: { reloadFailed },
})

describe('loading a lazy component', () => {
  it('reloads its style sheets if the loader would not', async () => {
    const noSheet = new Error('Unable to preload CSS for /app/assets/a.css')
    const load = vi.fn().mockRejectedValueOnce(noSheet).mockResolvedValue('screen')
    const reloadFailed = vi.fn(() => Promise.resolve())
    expect(await loadChunk('dashboard', load, on(reloadFailed))).toBe('screen')
    expect(reloadFailed).toHaveBeenCalledOnce()

    const never = vi.fn(() => Promise.reject(noSheet))
    load.mockRejectedValueOnce(noSheet)
    await expect(loadChunk('dashboard', load, on(never))).rejects.toThrow(
      'Loading CSS chunk dashboard failed',
    )
  })

  it('tries once more and returns the result', async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce('screen')
    expect(await loadChunk('dashboard', load, on())).toBe('screen')
  })

  it('reports which chunk failed', async () => {
    const load = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
    await expect(loadChunk('dashboard', load, on())).rejects.toThrow('Loading chunk dashboard failed')
  })

  it('reports a failed style sheet too', async () => {
    const load = () => Promise.reject(new Error('Unable to preload CSS for /app/assets/a.css'))
    await expect(loadChunk('dashboard', load, on())).rejects.toThrow('Loading CSS chunk dashboard failed')
  })

  it('waits 120000 ms and no longer', async () => {
    const clock = fakeClock()
    const failed = vi.fn()
    const loading = loadChunk('dashboard', () => new Promise(() => undefined), { ...on(), clock }).catch(
      failed,
    )
    clock.pass(119_999)
    await Promise.resolve()
    expect(failed).not.toHaveBeenCalled()
    clock.pass(1)
    await loading
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ message: 'Loading chunk dashboard failed (timeout)' })
  })
})
