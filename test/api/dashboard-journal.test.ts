import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { open, unescaped } from '../support/pages.ts'

/** A simulator that was asked for what is not there: once before the journal was cleared, and twice after. */
async function asked(): Promise<Simulator> {
  const sim = createSimulator()
  await open(sim, '/nowhere')
  sim.journal.clear()
  for (const path of ['/elsewhere', '/somewhere']) await open(sim, path)
  return sim
}

/** The texts of the elements that match. */
const texts = (html: string, element: RegExp): readonly string[] =>
  [...html.matchAll(element)].map(([, text = '']) => unescaped(text))

test.each([
  ['status=five', 'status: is neither a status, a class such as 5xx, nor a range such as 400-499, >=500 or !200'],
  ['before=x', 'before: is not a number'],
  [
    'before=x&status=y',
    'status: is neither a status, a class such as 5xx, nor a range such as 400-499, >=500 or !200; before: is not a number',
  ],
  ['statuss=404', 'there is no statuss:, did you mean status:? Words with a colon stand in double quotes.'],
])('a filter of %s is refused by its field', async (query, complaint) => {
  const { status, html } = await open(await asked(), `/_sim/ui/journal?${query}`)
  expect([status, texts(html, /<p class="problem" role="alert"[^>]*>([^<]*)</g)]).toEqual([200, [complaint]])
})

test('a class of statuses is found', async () => {
  const sim = await asked()
  const found = async (status: string) =>
    texts((await open(sim, `/_sim/ui/journal?status=${status}`)).html, /<tr id="exchange-(\d+)"/g)
  expect([await found('4xx'), await found('404'), await found('2xx')]).toEqual([['2', '3'], ['2', '3'], []])
})

test.each([
  ['999', 'There is no exchange 999: the latest is 3.'],
  ['1', 'The journal has no exchange 1: it was dropped, cleared, or is still under way.'],
  ['seven', 'seven is not a request number.'],
])('the page of exchange %s says why there is none', async (id, why) => {
  const { status, html } = await open(await asked(), `/_sim/ui/journal?exchange=${id}`)
  const [detail = ''] = texts(html, /<section class="detail exchange"[^>]*>([\s\S]*?)<\/section>/g)
  expect([status, texts(detail, /<p>([^<]*)<\/p>/g)]).toEqual([200, [why]])
})

test('before anything was asked, the page of an exchange says so', async () => {
  const { html } = await open(createSimulator(), '/_sim/ui/journal?exchange=1')
  expect(html).toContain('<p>There is no exchange 1: nothing has been asked yet.</p>')
})
