import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { attributes, open } from '../support/pages.ts'

const KEY = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
const PAGE = { Referer: 'http://sim.test/_sim/ui/journal' }

/** A simulator that nobody has asked, and what its journal offers to try: the buttons, the next first, and the links to what was tried. */
function firstRun() {
  const simulator = createSimulator()
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    simulator.fetch(
      new Request(`http://sim.test${path}`, {
        method,
        headers: { ...KEY, ...headers },
        body: body && JSON.stringify(body),
      }),
    )
  const offered = async () => {
    const { html } = await open(simulator, '/_sim/ui/journal')
    const next = /<button class="primary" aria-label="Try it: (\w+)"/.exec(html)?.[1]
    const buttons = attributes(html, 'aria-label').filter((label) => label.startsWith('Try it: '))
    const story = /<ol class="story[^]*?<\/ol>/.exec(html)?.[0] ?? ''
    return { next, buttons: buttons.length, tried: attributes(story, 'href') }
  }
  return { send, offered }
}

test('a first run offers four steps, each with the exchange that it made, until all are done', async () => {
  const { send, offered } = firstRun()
  expect(await offered()).toEqual({ next: 'Ask', buttons: 4, tried: [] })
  await send('GET', '/api/v0/template/', PAGE)
  expect(await offered()).toMatchObject({ next: 'Rent', buttons: 4, tried: ['journal?exchange=1'] })
  await send('PUT', '/api/v0/asks/12345678/', PAGE, { image: 'ubuntu' })
  expect(await offered()).toMatchObject({
    next: 'Break',
    buttons: 4,
    tried: ['journal?exchange=1', 'journal?exchange=2'],
  })
  await send(
    'POST',
    '/_sim/faults',
    {},
    { name: 'try-it', match: { operation: 'instances.list' }, effect: { status: 500 } },
  )
  expect(await offered()).toMatchObject({
    next: 'Poll',
    buttons: 4,
    tried: ['journal?exchange=1', 'journal?exchange=2'],
  })
  await send('GET', '/api/v0/instances/', PAGE)
  expect(await offered()).toEqual({ next: undefined, buttons: 0, tried: [] })
})

test('it goes once a client has asked', async () => {
  const { send, offered } = firstRun()
  await send('GET', '/api/v0/users/cloud_integrations/', {})
  expect(await offered()).toMatchObject({ next: undefined, buttons: 0 })
})
