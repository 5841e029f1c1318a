import { type Token, type Tokens, lexer, parse } from 'marked'
import { expect, test } from 'vitest'
import { endWhatTestsStart, run, serve } from '../support/run-cli.ts'

endWhatTestsStart()

const hostile = [
  '![x](https://evil.example/t.png)',
  '[click](https://evil.example)',
  '<img src=x onerror=alert(1)>',
  '<!-- hidden',
  '@everyone',
  'a@evil.example',
  'https://evil.example',
  'www.evil.example',
  'p|q',
  'p\\|q',
  'p\\\\|q',
  '\\',
  '`tick` | ``',
  '*bold* _it_ ~~no~~',
  '&lt;b&gt;',
  '#1 :bomb:',
  '\u202Eevil\u2066\u200B',
  '\u001B[31m\u0007\u009B2J\r\n\u2028',
]

/** Reports on a client that sent each of these as the name of a field. */
async function reported(format: string, names = hostile): Promise<string> {
  const { url } = await serve(['--clock', 'frozen'])
  const headers = { Authorization: 'Bearer renter-key', 'Content-Type': 'application/json' }
  for (const name of names) {
    const body = JSON.stringify({ name: 'x', image: 'y', [name]: 1 })
    await (await fetch(`${url}/api/v0/template/`, { method: 'POST', headers, body })).text()
  }
  return (await run(['report', '--url', url, '--format', format])).stdout
}

/** What it is when people see it: what obeys is written out. */
const seen = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}]/gu, (each) => `\\u${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
    // Before a bar, where Markdown has no other way to write it in a table.
    .replaceAll(/\\+(?=\|)/g, (run) => '\\u005c'.repeat(run.length))

const kindsIn = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap((token) => [token.type, ...('tokens' in token ? kindsIn(token.tokens ?? []) : [])])

test('what a client sends is text, and nothing else, when Markdown is rendered', async () => {
  const markdown = await reported('markdown')
  const tables = lexer(markdown).filter((token): token is Tokens.Table => token.type === 'table')
  const rows = tables[1]?.rows ?? []
  expect(rows).toHaveLength(hostile.length)
  for (const row of rows) {
    expect(row).toHaveLength(4)
    const other = row.flatMap(({ tokens }) => kindsIn(tokens)).filter((kind) => kind !== 'text' && kind !== 'codespan')
    expect(other).toEqual([])
  }
  const html = await parse(markdown)
  expect(html).not.toMatch(/<(img|a|script|b|em|strong|del|!--)\b/)
  const texts = [...html.matchAll(/<tr>\n<td>(?:<code>)?(not read: .*?)(?:<\/code>)?<\/td>/g)].map(([, text = '']) =>
    text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => decoded[name] ?? ''),
  )
  expect(texts).toEqual(hostile.map((name) => `not read: ${seen(name)}`))
})

const decoded: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

test('the same tables without escaping would be more than text', async () => {
  const html = await parse(
    `| a |\n|---|\n${hostile
      .slice(0, 3)
      .map((name) => `| ${name} |`)
      .join('\n')}\n`,
  )
  expect(html).toMatch(/<img src="https:\/\/evil/)
  expect(html).toMatch(/<a href="https:\/\/evil/)
})

test.each(['text', 'junit', 'markdown'])('as %s nothing reaches a terminal that it would obey', async (format) => {
  const text = await reported(format)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(text).toContain(String.raw`\u202eevil\u2066\u200b`)
  expect(text).toContain(String.raw`\u001b[31m\u0007\u009b2J\u000d\u000a\u2028`)
})

test('what means nothing to Markdown stands as it is', async () => {
  const markdown = await reported('markdown', ['imgae', 'ssh_directt', 'a-b.c/d (e)'])
  for (const name of ['imgae', 'ssh_directt', 'a-b.c/d (e)']) expect(markdown).toContain(`\n| not read: ${name} | 1 | `)
})
