import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { editRow, onDashboard, says } from '../support/dashboard-page.ts'

const dashboard = onDashboard()

const VIEWS = ['journal', 'state', 'faults', 'clock', 'coverage', 'findings']

const secrets = {
  key: 'kept-Quiet_key.1',
  otherKey: 'kept-Quiet_key.2',
  unknownKey: 'kept-Quiet_key.3',
  seededPass: 'kept-Quiet_pass.1',
  createdPass: 'kept-Quiet_pass.2',
  rentedToken: 'kept-Quiet_token.1',
  queriedToken: 'kept-Quiet_token.2',
  login: 'kept-Quiet_login.1',
  loginInUrl: 'kept-Quiet_login.2',
  editedPass: 'kept-Quiet_pass.3',
  editedKey: 'kept-Quiet_key.4',
}
/** What all of them have in common, however they are written. */
const SECRET = /kept.?.?.?.?Quiet.{12}/

function fixtureFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secrets.json')
  const rows = {
    users: [
      { id: 1001, name: 'renter', api_keys: [{ key: secrets.key }] },
      { id: 1002, name: 'host', api_keys: [{ key: secrets.otherKey, permissions: ['misc'] }] },
    ],
    templates: [
      {
        id: 1,
        creator_id: 1001,
        hash_id: 'a'.repeat(32),
        name: 'trainer',
        image: 'a/b',
        docker_login_repo: 'ghcr.io',
        docker_login_user: 'me',
        docker_login_pass: secrets.seededPass,
      },
    ],
    offers: [
      { id: 600, host_id: 1002 },
      { id: 601, host_id: 1002 },
    ],
  }
  writeFileSync(file, JSON.stringify(rows))
  return file
}

test('no secret of a fixture or a request appears in any page', async () => {
  const { page, url, ask, sim } = await dashboard([
    '--fixture',
    fixtureFile(),
    '--clock',
    'frozen',
    '--no-rate-limit',
    '--strict',
  ])
  const seen: { readonly where: string; readonly text: string }[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/events')) return
    void response.text().then(
      (text) => seen.push({ where: response.url(), text }),
      () => undefined,
    )
  })
  const { key, otherKey, unknownKey } = secrets
  const send = (method: string, path: string, body?: unknown, as = key) =>
    ask(`/api/v0/${path}`, { method, key: as, ...(body !== undefined && { body: JSON.stringify(body) }) })

  for (const fault of [
    { name: 'mine', match: { api_key: key, operation: 'instances.list' }, when: { times: 1 }, effect: { status: 500 } },
    { name: 'near', match: { api_key: otherKey, operation: 'instances.list' }, effect: { status: 500 } },
  ])
    expect(await sim('POST', 'faults', fault)).toMatchObject({ name: fault.name })

  const template = { name: 'b', image: 'c/d', docker_login_user: 'me', docker_login_pass: secrets.createdPass }
  expect(await send('POST', 'template/', template)).toMatchObject({ status: 200 })
  expect(await send('POST', 'template/', { ...template, name: 5 })).toMatchObject({ status: 400 })
  const rent = { template_hash_id: 'a'.repeat(32), jupyter_token: secrets.rentedToken }
  expect(await send('PUT', 'asks/600/', rent)).toMatchObject({ status: 200 })
  const login = `-u me -p ${secrets.login} ghcr.io`
  expect(await send('PUT', 'asks/601/', { image: 'x/y', image_login: login })).toMatchObject({ status: 200 })
  expect(await send('GET', 'instances/')).toMatchObject({ status: 500 })
  const listing = await send('GET', 'instances/')
  expect(listing).toMatchObject({
    status: 200,
    body: { instances: [{ jupyter_token: expect.stringMatching(/^.{32}/) }, {}] },
  })
  await send('GET', `instances/?jupyter_token=${secrets.queriedToken}`)
  await send('GET', `instances/?image_login=${encodeURIComponent(`-p ${secrets.loginInUrl}`)}`)
  await send('GET', `users/cloud_integrations/?api_key=${key}`)
  await send('GET', `nowhere/${key}/`)
  await send('GET', `instances/?note=${key}`)
  await send('GET', 'instances/', undefined, otherKey)
  await send('GET', 'instances/', undefined, unknownKey)
  await ask('/api/v0/template/', { method: 'POST', key, body: `{"docker_login_pass": "${secrets.createdPass}", ` })
  await ask('/api/v0/instances/', { key, headers: { 'X-Api-Key': key, Cookie: `api_key=${key}` } })
  await sim('POST', 'snapshots', { name: 'kept' })
  await page.locator('#exchange-15').waitFor()
  const state = await sim('GET', 'state')

  await page.goto(`${url}/_sim/ui/state?collection=templates&row=1`)
  await editRow(page, { docker_login_pass: secrets.editedPass })
  await says(page, 'templates 1 saved.')
  await page.goto(`${url}/_sim/ui/state?collection=users&row=1002`)
  await editRow(page, { api_keys: [{ key: secrets.editedKey }] })
  await says(page, 'users 1002 saved.')

  const rows = Object.entries(state).flatMap(([collection, list]) =>
    Array.isArray(list) ? (list as { id: number }[]).map(({ id }) => `state?collection=${collection}&row=${id}`) : [],
  )
  const exchanges = Array.from({ length: 15 }, (_, index) => `journal?exchange=${index + 1}`)
  for (const view of [...VIEWS, ...rows, ...exchanges]) {
    const response = await fetch(`${url}/_sim/ui/${view}`)
    seen.push({ where: response.url, text: await response.text() })
  }
  // They were sent before anything was listened to, and are sent once.
  for (const file of ['script.js', 'style.css'])
    seen.push({ where: file, text: await (await fetch(`${url}/_sim/ui/${file}`)).text() })
  seen.push({ where: 'events', text: await firstEvents(url, () => send('GET', `instances/?jupyter_token=${key}`)) })

  expect(seen.length).toBeGreaterThan(rows.length + exchanges.length + VIEWS.length)
  const { instances } = listing.body as { instances: { jupyter_token: string }[] }
  const leaks = (text: string) => SECRET.exec(text)?.[0] ?? instances.find((each) => text.includes(each.jupyter_token))
  expect(seen.flatMap(({ where, text }) => (leaks(text) ? [[where, leaks(text)]] : []))).toEqual([])
  expect(seen.some(({ text }) => text.includes('********'))).toBe(true)
})

/** What the stream of events says at first and after an act. */
async function firstEvents(url: string, act: () => Promise<unknown>): Promise<string> {
  const stop = new AbortController()
  const { body } = await fetch(`${url}/_sim/ui/events`, { signal: stop.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = (await reader?.read())?.value ?? ''
  await act()
  text += (await reader?.read())?.value ?? ''
  stop.abort()
  expect(text.split('event: change')).toHaveLength(3)
  return text
}
