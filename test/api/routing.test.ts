import { expect } from 'vitest'
import { proves } from '../support/proves.ts'

proves(
  'routing.unknown-path',
  'an unknown path is answered with 404 and the nearest operation',
  async ({ simulate }) => {
    const world = simulate()
    for (const [method, path, hint] of [
      ['GET', '/api/v0/instance/', 'the nearest operation is at /api/v0/instances/'],
      ['POST', '/api/v0/network_volumes/unlst/', 'the nearest operation is at /api/v0/network_volumes/unlist/'],
      ['POST', '/api/v0/templates/', 'the nearest operation is at /api/v0/template/'],
      ['DELETE', '/api/v0/a/path/that/resembles/none/of/those/that/exist/', null],
    ] as const) {
      expect(await world.as('renter-key').send(method, path)).toEqual({
        status: 404,
        body: { success: false, error: 'no_such_endpoint', msg: `there is no ${path}` },
      })
      expect(world.last()).toMatchObject({ basis: 'assumed', rules: ['routing.unknown-path'], hint })
    }
  },
)

proves(
  'routing.unknown-path',
  'a path without its trailing slash is unknown, and the hint says why',
  async ({ simulate }) => {
    const world = simulate()
    for (const [method, path, id] of [
      ['GET', '/api/v0/instances', 'instances.list'],
      ['PUT', '/api/v0/asks/12345678', 'instances.create'],
      ['POST', '/api/v0/network_volumes/search', 'network-volumes.search'],
      ['GET', '/api/v0/users/cloud_integrations', 'cloud-connections.list'],
    ] as const) {
      expect(await world.as('renter-key').send(method, path)).toEqual({
        status: 404,
        body: { success: false, error: 'no_such_endpoint', msg: `there is no ${path}` },
      })
      expect(world.last().hint).toBe(
        `a trailing slash is missing: ${path}/ (${id}); --dialect observed redirects to it`,
      )
    }
  },
)

proves('routing.other-version', 'no version but v0 exists', async ({ simulate }) => {
  const world = simulate()
  for (const path of ['/api/v1/instances/', '/api/v2/template/', '/api/v00/instances/', '/api/v10/x/']) {
    expect(await world.as('renter-key').get(path)).toEqual({
      status: 404,
      body: { success: false, error: 'no_such_endpoint', msg: `there is no ${path}` },
    })
    expect(world.last().rules).toEqual(['routing.other-version'])
  }
})

proves(
  'routing.wrong-method',
  'another method on a known path is answered with 405 and the methods there are',
  async ({ simulate }) => {
    const world = simulate()
    const before = await world.control.get('/_sim/state')
    for (const [method, path, allow] of [
      ['GET', '/api/v0/network_volume/', 'POST'],
      ['PATCH', '/api/v0/template/', 'GET, HEAD, POST, PUT, DELETE'],
      ['POST', '/api/v0/instances/', 'GET, HEAD'],
      ['DELETE', '/api/v0/instances/', 'GET, HEAD'],
      ['POST', '/api/v0/asks/12345678/', 'PUT'],
      ['GET', '/api/v0/endptjobs/4242/', 'PUT'],
      ['PUT', '/api/v0/network_volumes/search/', 'POST'],
    ] as const) {
      expect(await world.as('renter-key').send(method, path), `${method} ${path}`).toEqual({
        status: 405,
        body: { success: false, error: 'method_not_allowed', msg: `${method} ${path} is not part of the interface` },
      })
      expect(world.last().headers.get('allow')).toBe(allow)
      expect(world.last().hint).toMatch(/^this path takes /)
    }
    expect(await world.control.get('/_sim/state')).toEqual(before)
  },
)
