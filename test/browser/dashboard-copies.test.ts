import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clientOf, onDashboard, printedBy, says } from '../support/dashboard-page.ts'
import { run, serve } from '../support/spawn-cli.ts'

const dashboard = onDashboard()

const FROZEN = ['--clock', 'frozen', '--no-rate-limit']
const MAY_COPY = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Opens an exchange and takes a text from it by its button. */
async function copied(page: Page, url: string, id: number, what: Form): Promise<string> {
  await page.goto(`${url}/_sim/ui/journal?exchange=${id}`)
  const link = page.getByRole('link', { name: `Copy ${what}` })
  const shown = (await link.getAttribute('href')) ?? ''
  await link.click()
  await says(page, `Copied ${what}.`)
  const text = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(new URL(shown, page.url()).href)
  expect(text).toBe(await page.getByRole('group', { name: what, exact: false }).textContent())
  return text
}

type Form = 'as curl' | 'as scenario'

/** Runs a text of `curl -i` in a fresh shell. */
async function pasted(text: string) {
  const printed = await printedBy('bash', ['-euo', 'pipefail', '-c', text.replace(/^curl /, 'curl -sS ')])
  const [head = ''] = printed.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: printed.slice(head.length + 4) }
}

interface Asked {
  readonly path: string
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function answered(url: string, { path, headers, ...init }: Asked) {
  const response = await fetch(url + path, {
    ...init,
    headers: {
      Authorization: 'Bearer renter-key',
      ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  })
  return { status: response.status, body: await response.text() }
}

const asked: Readonly<Record<string, Asked>> = {
  'a listing': { path: '/api/v0/instances/' },
  'a search by a body': {
    path: '/api/v0/network_volumes/search/',
    method: 'POST',
    body: '{"q":{"geolocation":{"in":["CA"]}}}',
  },
  'a search whose query has braces and brackets as they are': {
    path: '/api/v0/template/?select_filters={"id":{"in":[9001,9002]}}',
  },
  'a search whose query is encoded': {
    path: `/api/v0/template/?select_filters=${encodeURIComponent('{"name":{"eq":"it\'s 100%"}}')}&order_by=$HOME`,
  },
  'a body with quotes, a dollar and other letters': {
    path: '/api/v0/asks/12345678/',
    method: 'PUT',
    body: '{"label":"it\'s \\"$HOME\\" `date` \\\\ Ω","template_hash_id":"4e17788f74f075dd9aab7d0d4427968f"}',
  },
  'a body that is not JSON': { path: '/api/v0/template/', method: 'POST', body: '@{"name": ' },
  'a path of no operation': { path: "/api/v0/it's/%2Fnot/[here]/" },
  'a request without a key': { path: '/api/v0/instances/', headers: { Authorization: '' } },
  'headers of its own': {
    path: '/api/v0/template/',
    method: 'POST',
    body: '{"name":"a","image":"b/c"}',
    headers: { 'Content-Type': 'text/plain', 'X-Note': "it's; a 'note'" },
  },
}

test.each(Object.entries(asked))('the curl of %s gets the same answer', async (_, request) => {
  const { page, url, sim } = await dashboard(FROZEN, MAY_COPY)
  const answer = await answered(url, request)
  const text = await copied(page, url, 1, 'as curl')
  await sim('POST', 'reset')

  expect(await pasted(text)).toEqual(answer)
})

test('the curl of a sandbox asks that sandbox', async () => {
  const { page, url, sim } = await dashboard(FROZEN, MAY_COPY)
  await sim('PATCH', '../~own/_sim/state/instances/31', { label: 'own' })
  const answer = await answered(`${url}/~own`, { path: '/api/v0/instances/' })
  expect(answer.body).toContain('"label":"own"')

  expect(await pasted(await copied(page, `${url}/~own`, 1, 'as curl'))).toEqual(answer)
})

describe('a copied scenario is valid and gives the same answer', () => {
  const faults: Readonly<Record<string, object>> = {
    'a fault of a status': { status: 503, body: { msg: "it's down" }, headers: { 'Retry-After': '7' } },
    'a fault of a page': { html_502: true },
    'a rate limit': { rate_limited: true },
    'a body cut in half': { malformed_json: true },
  }

  test.each(Object.entries(asked))('for %s', async (_, request) => {
    const { page, url } = await dashboard(FROZEN, MAY_COPY)
    const { status, body } = await answered(url, request)
    const again = await started(await copied(page, url, 1, 'as scenario'))
    // A secret of the answer is not kept.
    expect(await answered(again, request)).toEqual({
      status,
      body: body.replaceAll(/("jupyter_token":)"[^"]+"/g, '$1"********"'),
    })
  })

  test.each(Object.entries(faults))('for %s', async (_, effect) => {
    const { page, url, sim } = await dashboard(FROZEN, MAY_COPY)
    const fault = { name: 'given', match: { operation: 'instances.list' }, when: { times: 1 }, effect }
    expect(await sim('POST', 'faults', fault)).toMatchObject({ name: 'given' })
    const answer = await answered(url, { path: '/api/v0/instances/' })
    const again = await started(await copied(page, url, 1, 'as scenario'))
    expect(await answered(again, { path: '/api/v0/instances/' })).toEqual(answer)
  })

  test('for a fault that was removed since', async () => {
    const { page, url, sim } = await dashboard(FROZEN, MAY_COPY)
    await sim('POST', 'faults', { name: 'given', effect: { status: 500, body: { msg: 'was here' } } })
    const answer = await answered(url, { path: '/api/v0/instances/' })
    await sim('DELETE', 'faults/given')
    const again = await started(await copied(page, url, 1, 'as scenario'))
    expect(await answered(again, { path: '/api/v0/instances/' })).toEqual(answer)
  })

  test('for a connection that was lost', async () => {
    const { page, url, sim, curl } = await dashboard(FROZEN, MAY_COPY)
    await sim('POST', 'faults', { name: 'given', effect: { reset: true, stream: 'after' } })
    await expect(curl('/api/v0/instances/')).rejects.toThrow('ended with 56')
    await sim('DELETE', 'faults/given')
    const again = await started(await copied(page, url, 1, 'as scenario'))
    await expect(clientOf(again).curl('/api/v0/instances/')).rejects.toThrow('ended with 56')
  })
})

/** A server that starts with the scenario, once it is found valid. */
async function started(yaml: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rental-sim-copied-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'copied.yaml')
  writeFileSync(file, yaml)
  expect(await run(['validate', file])).toMatchObject({ code: 0, stderr: '' })
  return (await serve([...FROZEN, '--scenario', file])).url
}
