export interface Instance {
  readonly id: number
  readonly gpu_name: string
  readonly actual_status: string
}

export interface ClientOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch?: typeof fetch
  readonly wait?: (ms: number) => Promise<unknown>
}

/** Longer than the marketplace wants between two listings. */
const BEFORE_ASKING_AGAIN_MS = 5000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The marketplace refused, and said why. */
export class RefusedError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A small client: after a 503 it waits and asks once more, where asking twice does no harm. */
export class MarketplaceClient {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  async instances(): Promise<readonly Instance[]> {
    const { instances } = await this.#ask<{ instances: readonly Instance[] }>('GET', 'instances/')
    return instances
  }

  /** @returns the id of the new instance */
  async rent(offer: number, template: string): Promise<number> {
    const body = { template_hash_id: template }
    const { new_contract } = await this.#ask<{ new_contract: number }>('PUT', `asks/${offer}/`, body)
    return new_contract
  }

  async #ask<Answer>(method: 'GET' | 'PUT', path: string, body?: object): Promise<Answer> {
    const { wait = sleep } = this.#options
    let response = await this.#send(method, path, body)
    if (response.status === 503 && method === 'GET') {
      await wait(BEFORE_ASKING_AGAIN_MS)
      response = await this.#send(method, path, body)
    }
    const answer = (await response.json()) as Answer & { error: string; msg: string }
    if (!response.ok) throw new RefusedError(answer.error, answer.msg)
    return answer
  }

  #send(method: string, path: string, body?: object): Promise<Response> {
    const { baseUrl, apiKey, fetch: send = fetch } = this.#options
    return send(`${baseUrl}/api/v0/${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}
