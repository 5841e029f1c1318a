/** A service that refuses, or cannot be reached. */
export class ServiceError extends Error {
  /** @param unsure whether the operation may have taken place all the same */
  constructor(message, { unsure = false, waitSeconds = 0 } = {}) {
    super(message)
    this.unsure = unsure
    this.waitSeconds = waitSeconds
  }
}

const TRIES = 4

/** A client that gets over what passes, fails cleanly where the service says no, and does nothing twice. */
export class Client {
  /** @param sleep waits so many seconds */
  constructor({ url, key, timeoutMs = 10_000, sleep, fetch = globalThis.fetch }) {
    Object.assign(this, { url, key, timeoutMs, sleep, fetch })
  }

  /** One request. @throws ServiceError */
  async once(method, path, body) {
    const { status, text } = await this.exchange(method, path, body)
    const answer = parsed(text)
    if (status === 429) throw new ServiceError('too many requests', { waitSeconds: thresholdIn(answer) })
    if (status >= 500) throw new ServiceError(`the service answered ${status}`, { unsure: true })
    if (status !== 200 && status !== 201) throw new ServiceError(`refused with ${status}: ${answer?.msg ?? text}`)
    if (typeof answer !== 'object' || answer === null)
      throw new ServiceError('an answer that is not JSON', { unsure: true })
    if (answer.success === false) throw new ServiceError(`refused: ${answer.msg}`)
    return answer
  }

  async exchange(method, path, body) {
    try {
      const response = await this.fetch(`${this.url}/api/v0${path}`, {
        method,
        headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(this.timeoutMs),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      throw new ServiceError(`no answer: ${error.message}`, { unsure: true })
    }
  }

  /** Tries again what passes, each time after a longer wait. */
  async retried(attempt) {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt()
      } catch (error) {
        const passes = error instanceof ServiceError && (error.unsure || error.waitSeconds > 0)
        if (!passes || tried === TRIES) throw error
        await this.sleep(Math.max(error.waitSeconds, 0.5) * 2 ** (tried - 1) + 0.1)
      }
    }
  }

  /** For what may be sent again: it reads, or sets what it sets. */
  request(method, path, body) {
    return this.retried(() => this.once(method, path, body))
  }

  /** Creates something once: where it may have been created, it is looked for before the next try. */
  createOnce(create, find) {
    let mayBeThere = false
    return this.retried(async () => {
      const found = mayBeThere ? await find() : undefined
      if (found !== undefined) return found
      try {
        return await create()
      } catch (error) {
        mayBeThere ||= error.unsure === true
        throw error
      }
    })
  }

  async instances() {
    const { instances } = await this.request('GET', '/instances/')
    return instances
  }

  /** Hours that each instance has run, by its id. */
  async uptimes() {
    const { instances } = await this.request('GET', '/instances/')
    return new Map(instances.map(({ id, uptime_mins: minutes }) => [id, (minutes ?? 0) / 60]))
  }

  /** What each instance downloads at most, by its id. */
  async speeds() {
    const { instances } = await this.request('GET', '/instances/')
    return new Map(instances.map(({ id, inet_down: down }) => [id, down === undefined ? 'unknown' : `${down} Mbit/s`]))
  }

  /** Rents the first of these offers that is to be had. @param label tells it from others @returns the id of the instance */
  rent(offers, label) {
    const left = [...offers]
    return this.createOnce(
      async () => (await this.once('PUT', `/asks/${left[0]}/`, { image: 'library/python:3.13', label })).new_contract,
      async () => {
        left.push(...left.splice(0, 1))
        return (await this.instances()).find((each) => each.label === label)?.id
      },
    )
  }

  async template(name) {
    const filters = encodeURIComponent(JSON.stringify({ name: { eq: name } }))
    const { templates } = await this.request('GET', `/template/?select_filters=${filters}`)
    if (templates.some((each) => each.name !== name)) throw new ServiceError('templates that were not asked for')
    return templates[0]
  }

  /** The names of the variables of a template. */
  async variables(name) {
    const template = await this.template(name)
    return [...(template?.env ?? '').matchAll(/-e (\w+)=/g)].map(([, variable]) => variable)
  }

  async createTemplate(name, fields) {
    return this.createOnce(
      async () => (await this.once('POST', '/template/', { name, ...fields })).template,
      () => this.template(name),
    )
  }

  /** The hash_id is another one after each edit, also after one whose answer was lost. */
  editTemplate(name, fields) {
    return this.retried(async () => {
      const found = await this.template(name)
      if (found === undefined) throw new ServiceError(`no template ${name}`)
      return (await this.once('PUT', '/template/', { hash_id: found.hash_id, ...fields })).template
    })
  }

  /** A template that is gone is deleted, whichever try did it. */
  async deleteTemplate(name) {
    await this.retried(async () => {
      const found = await this.template(name)
      if (found !== undefined) await this.once('DELETE', '/template/', { template_id: found.id })
    })
  }

  /** Offers of verified hosts, the cheapest first. */
  async cheapVolumes(limit) {
    const { offers } = await this.request('POST', '/network_volumes/search/', {
      q: { verified: { eq: true }, order: [['storage_cost', 'asc']], limit },
    })
    return offers.toSorted((a, b) => a.storage_cost - b.storage_cost)
  }

  async scale(group, workers) {
    await this.request('PUT', `/endptjobs/${group}/`, { max_workers: workers })
  }

  async rename(group, name) {
    await this.request('PUT', `/endptjobs/${group}/`, { endpoint_name: name })
  }

  /** The id of a connection. */
  async connection(name) {
    const connections = await this.request('GET', '/users/cloud_integrations/')
    return connections.find((each) => each.name === name)?.id
  }

  async connections() {
    const connections = await this.request('GET', '/users/cloud_integrations/')
    return connections.map(({ name }) => name)
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The limiter names its interval in seconds. */
const thresholdIn = (answer) => Number(/threshold=([\d.]+)/.exec(answer?.detail ?? answer?.msg ?? '')?.[1] ?? 1)
