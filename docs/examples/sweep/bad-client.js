import { Client as GoodClient, ServiceError } from './client.js'

/** The same client with ten defects, one in each method. Its tests pass as those of the good one do. */
export class Client extends GoodClient {
  /** No timeout. */
  async instances() {
    const patient = Object.assign(new GoodClient(this), { timeoutMs: 2 ** 31 - 1 })
    const { instances } = await patient.request('GET', '/instances/')
    return instances
  }

  /** Crashes on null. */
  async uptimes() {
    const { instances } = await this.request('GET', '/instances/')
    return new Map(instances.map(({ id, uptime_mins: minutes }) => [id, Number(minutes.toFixed(0)) / 60]))
  }

  /** Retries a rent. */
  async rent(offers, label) {
    const left = [...offers]
    const body = { image: 'library/python:3.13', label }
    const { new_contract: id } = await this.retried(() => this.once('PUT', `/asks/${left.shift()}/`, body))
    return id
  }

  /** Uses a field that is optional. */
  async speeds() {
    const { instances } = await this.request('GET', '/instances/')
    return new Map(instances.map(({ id, inet_down: down }) => [id, `${down.toFixed(0)} Mbit/s`]))
  }

  /** Treats an HTML page as JSON. */
  async createTemplate(name, fields) {
    return this.createOnce(
      async () => {
        const response = await this.fetch(`${this.url}/api/v0/template/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name, ...fields }),
          signal: AbortSignal.timeout(this.timeoutMs),
        }).catch((error) => Promise.reject(new ServiceError(error.message, { unsure: true })))
        const answer = await response.json()
        if (!response.ok) throw new ServiceError(answer.msg, { unsure: true })
        return answer.template
      },
      () => this.template(name),
    )
  }

  /** Caches a hash_id for ever. */
  async editTemplate(name, fields) {
    this.hashes ??= new Map()
    if (!this.hashes.has(name)) this.hashes.set(name, (await this.template(name)).hash_id)
    const { template } = await this.request('PUT', '/template/', { hash_id: this.hashes.get(name), ...fields })
    return template
  }

  /** Ignores `success: false`. */
  async rename(group, name) {
    await this.retried(async () => {
      const { status } = await this.exchange('PUT', `/endptjobs/${group}/`, { endpoint_name: name })
      if (status !== 200) throw new ServiceError(`refused with ${status}`, { unsure: status >= 500 })
    })
  }

  /** Takes the first row for the one that it wants. */
  async connection() {
    const connections = await this.request('GET', '/users/cloud_integrations/')
    return connections[0].id
  }

  /** Swallows errors. */
  async scale(group, workers) {
    await super.scale(group, workers).catch(() => undefined)
  }

  /** Retries at once when it is told to wait. */
  async connections() {
    const hasty = Object.assign(new GoodClient(this), { sleep: () => Promise.resolve() })
    const connections = await hasty.request('GET', '/users/cloud_integrations/')
    return connections.map(({ name }) => name)
  }
}
