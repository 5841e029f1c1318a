import { LaunchError, Launcher } from './launcher.ts'

/** The launcher on top of a library for HTTP that retries by itself: each of its tries is up to four requests. */
export class NestedLauncher extends Launcher {
  override async send(method: string, path: string, body?: object): Promise<object> {
    const mayBeRepeated = method === 'GET' || method === 'DELETE'
    for (let tried = 1; ; tried += 1) {
      try {
        return await super.send(method, path, body)
      } catch (error) {
        const passes = error instanceof LaunchError && (error.wait > 0 || (error.unsure && mayBeRepeated))
        if (tried === 4 || !passes) throw error
        await this.sleep(Math.max(error.wait, 2) * 1.5 ** tried)
      }
    }
  }
}
