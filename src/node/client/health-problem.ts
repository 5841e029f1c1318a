import { errorMessage } from '../../kernel/error-message.ts'
import { fieldOf } from '../../kernel/object.ts'
import { httpGet } from './http-get.ts'
import { shownUrl } from './shown-url.ts'

const TIMEOUT_MS = 2000
const MAX_HEALTH_CHARACTERS = 64 * 1024

/** Why no healthy simulator is at an address; undefined when one is. */
export async function healthProblem(target: URL, timeoutMs = TIMEOUT_MS): Promise<string | undefined> {
  try {
    const { status, text } = await httpGet(target, { timeoutMs, maxCharacters: MAX_HEALTH_CHARACTERS })
    if (status !== 200) return `${shownUrl(target.href)} answered ${status}`
    return isOk(text) ? undefined : `what answers at ${shownUrl(target.href)} is not a rental-sim`
  } catch (error) {
    return `no simulator answers at ${shownUrl(target.href)}: ${errorMessage(error)}`
  }
}

function isOk(text: string): boolean {
  try {
    return fieldOf(JSON.parse(text), 'status') === 'ok'
  } catch {
    return false
  }
}
