import { parseJson } from '../../kernel/parse-json.ts'
import { errorMessage } from '../../kernel/error-message.ts'
import { fieldOf } from '../../kernel/object.ts'
import { httpRequest } from './http-request.ts'
import { withoutCredentials } from './without-credentials.ts'

const TIMEOUT_MS = 2000
const MAX_HEALTH_CHARACTERS = 64 * 1024

/** Why no healthy simulator is at an address; undefined when one is. */
export async function healthProblem(target: URL, timeoutMs = TIMEOUT_MS): Promise<string | undefined> {
  try {
    const { status, text } = await httpRequest(target, { timeoutMs, maxCharacters: MAX_HEALTH_CHARACTERS })
    if (status !== 200) return `${withoutCredentials(target.href)} answered ${status}`
    return fieldOf(parseJson(text), 'status') === 'ok'
      ? undefined
      : `what answers at ${withoutCredentials(target.href)} is not a rental-sim`
  } catch (error) {
    return `no simulator answers at ${withoutCredentials(target.href)}: ${errorMessage(error)}`
  }
}
