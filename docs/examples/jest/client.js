/** A small client: after a 503 it waits and asks once more. */
class MarketplaceClient {
  constructor({ url, key, wait }) {
    Object.assign(this, { url, key, wait })
  }

  async instances() {
    let response = await this.send('GET', 'instances/')
    if (response.status === 503) {
      await this.wait(5)
      response = await this.send('GET', 'instances/')
    }
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error)
    return answer.instances
  }

  /** @returns the id of the new instance */
  async rent(offer, image) {
    const response = await this.send('PUT', `asks/${offer}/`, { image })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error)
    return answer.new_contract
  }

  send(method, path, body) {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' }
    return fetch(`${this.url}/api/v0/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
}

module.exports = { MarketplaceClient }
