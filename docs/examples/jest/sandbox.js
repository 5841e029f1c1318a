const { randomUUID } = require('node:crypto')

/** A marketplace of one test, whose clock stands still. */
async function newSandbox() {
  const url = `${process.env.RENTAL_SIM_URL}/~${randomUUID()}`

  /** A control call: `control('PUT', 'scenario', { name: 'offer-gone' })` */
  async function control(method, call, body) {
    const response = await fetch(`${url}/_sim/${call}`, {
      method,
      headers: { authorization: `Bearer ${process.env.RENTAL_SIM_CONTROL_TOKEN ?? ''}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${call}: ${answer.msg}`)
    return answer
  }

  await control('POST', 'reset', { clock: 'frozen' })
  return { url, control }
}

module.exports = { newSandbox }
