import { errorMessage } from '../../kernel/error-message.ts'
import { UsageError } from '../../kernel/usage-error.ts'
import { type HttpResponse, httpRequest } from './http-request.ts'

interface ServiceRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
  readonly timeoutSeconds: number
}

const MAX_ANSWER_CHARACTERS = 16 * 1024 * 1024

/** Sends one request to a service. @throws UsageError when there is no whole answer */
export function askService(target: URL, { timeoutSeconds, ...request }: ServiceRequest): Promise<HttpResponse> {
  const limits = { timeoutMs: timeoutSeconds * 1000, maxCharacters: MAX_ANSWER_CHARACTERS }
  return httpRequest(target, { ...request, ...limits }).catch((error: unknown) => {
    throw new UsageError(`${target.origin} cannot be asked: ${errorMessage(error)}`)
  })
}
