import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { installedProject, type Project } from '../support/installed-project.ts'
import { freePort } from '../support/spawn-cli.ts'

let project: Project
beforeAll(async () => {
  project = await installedProject(inject('tarball'), { further: ['@stoplight/prism-cli@5.14.2'] })
})
afterAll(() => project?.remove())

test('Prism, as a proxy that validates, finds no violation where pairs are sent and answered', async () => {
  const server = project.start('node_modules/.bin/rental-sim', ['--port', '0', '--log', 'json', '--no-rate-limit'])
  const { url } = JSON.parse(await server.until(/\n/)) as { url: string }
  writeFileSync(join(project.folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text())
  const port = String(await freePort())
  const proxy = project.start('node_modules/.bin/prism', ['proxy', 'openapi.json', url, '--errors', '--port', port])
  try {
    await proxy.until(/Prism is listening/)
    const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
    const ask = async (method: string, path: string, body?: object) => {
      const sent = body && JSON.stringify(body)
      const response = await fetch(`http://127.0.0.1:${port}/api/v0${path}`, { method, headers, body: sent ?? null })
      return { status: response.status, violations: response.headers.get('sl-violations') }
    }
    const fine = { status: 200, violations: null }
    const search = (...order: readonly string[][]) => ask('POST', '/network_volumes/search/', { q: { order } })
    expect(await ask('PUT', '/asks/12345678/', { image: 'library/ubuntu', env: '-e TZ=CET -p 80:80' })).toEqual(fine)
    expect(await ask('GET', '/instances/')).toEqual(fine)
    expect(await search(['storage_cost', 'asc'])).toEqual(fine)
    expect(await search(['inet_up', 'desc'], ['storage_cost', 'asc'])).toEqual(fine)
    expect(await search(['storage_cost', 'asc', 'more'])).toMatchObject({ status: 422 })
  } finally {
    await Promise.all([proxy.end(), server.end()])
  }
})
