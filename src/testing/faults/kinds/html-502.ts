import { z } from 'zod'
import { kind, whole } from '../effect.ts'

const PAGE = `<!DOCTYPE html>
<html>
<head><title>502 Bad Gateway</title></head>
<body><h1>502 Bad Gateway</h1><p>The gateway got no answer from the service behind it.</p></body>
</html>
`

export const html502Kind = kind({
  key: 'html_502',
  text: 'The HTML page of a gateway with status 502.',
  schema: z.literal(true),
  corrupts: false,
  examples: [{ label: '502 page of a gateway', effect: { html_502: true } }],
  apply: () => whole({ status: 502, headers: { 'content-type': 'text/html; charset=utf-8' }, body: PAGE }),
})
