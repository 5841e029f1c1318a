// A bare node:http server: it reads the body as JSON, and sends the bytes of a file.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const { headers, body } = JSON.parse(readFileSync(file, 'utf8'))
createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    if (parts.length > 0) JSON.parse(Buffer.concat(parts).toString())
    response.writeHead(200, headers)
    response.end(body)
  })
}).listen(Number(port), '127.0.0.1')
