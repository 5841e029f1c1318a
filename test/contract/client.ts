/** A status other than 2xx, with the body that came with it. */
export class ApiError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`the marketplace answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

export interface Rent {
  readonly template_hash_id?: string
  readonly image?: string
  readonly env?: string
  readonly volume_info?: {
    readonly create_new: boolean
    readonly volume_id: number
    /** GB. */
    readonly size?: number
    readonly mount_path: string
  }
}

export interface Instance {
  readonly id: number
  readonly actual_status: string
  readonly label: string
  readonly image_uuid: string
  readonly template_hash_id: string
  readonly ssh_host: string
  readonly ssh_port: number
  readonly ports: Readonly<Record<string, readonly { readonly HostIp: string; readonly HostPort: string }[]>>
  /** $/hour. */
  readonly dph_total: number
  readonly uptime_mins: number | null
}

/** Operations of the marketplace, for the owner of one API key. Each rejects with an ApiError. */
export class Marketplace {
  readonly #baseUrl: string
  readonly #apiKey: string
  readonly #fetch: typeof fetch

  constructor(baseUrl: string, apiKey: string, send: typeof fetch = fetch) {
    this.#baseUrl = baseUrl
    this.#apiKey = apiKey
    this.#fetch = send
  }

  /** Resolves with the identifier of the new instance. */
  async rent(offerId: number, rent: Rent): Promise<number> {
    const { new_contract: id } = await this.#send<{ new_contract: number }>('PUT', `asks/${offerId}/`, rent)
    return id
  }

  async instances(): Promise<readonly Instance[]> {
    const { instances } = await this.#send<{ instances: Instance[] }>('GET', 'instances/')
    return instances
  }

  async #send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await this.#fetch(`${this.#baseUrl}/api/v0/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#apiKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new ApiError(response.status, answer)
    return answer as Body
  }
}
