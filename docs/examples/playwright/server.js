import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const page = readFileSync(new URL('index.html', import.meta.url))

createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}).listen(Number(process.env.PORT ?? 4173), '127.0.0.1')
