import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

// The limit: node:http and nothing else. GET sends a ready buffer; POST parses, checks and answers, and keeps nothing.
const [, , port, listFile, key, mode] = process.argv
const list = readFileSync(listFile ?? '')
const value: unknown = JSON.parse(list.toString())
let created = 0

createServer((request, response) => {
  if (request.headers.authorization !== `Bearer ${key}`) answer(response, 401, Buffer.from('{"error":"unauthorized"}'))
  else if (request.method === 'GET' && request.url === '/api/v0/instances/') {
    answer(response, 200, mode === 'stringify' ? Buffer.from(JSON.stringify(value)) : list)
  } else if (request.method === 'POST' && request.url === '/api/v0/template/') create(request, response)
  else answer(response, 404, Buffer.from('{"error":"not_found"}'))
}).listen(Number(port), '127.0.0.1')

function answer(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}

function create(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body: Record<string, unknown> = JSON.parse(Buffer.concat(parts).toString())
    if (typeof body['name'] !== 'string' || typeof body['image'] !== 'string') {
      return answer(response, 400, Buffer.from('{"success":false,"error":"invalid_args","msg":"name and image"}'))
    }
    created += 1
    const { name } = body
    const template = { id: created, hash_id: '7765fca7875ea2d94e1e253e04043dbc', name }
    answer(response, 200, Buffer.from(JSON.stringify({ success: true, msg: `created template ${created}`, template })))
  })
}
