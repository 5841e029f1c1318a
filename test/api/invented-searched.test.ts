import { beforeAll, expect, test } from 'vitest'
import { linkedRows } from '../support/linked-rows.ts'
import { unescaped } from '../support/pages.ts'

let open: (path: string) => Promise<string>
beforeAll(async () => {
  open = await linkedRows()
})

const rows = ['offers 5', 'offers 6', 'volume_offers 7', 'network_disks 10', 'network_volume_offers 12']

/** Of a field that is chosen from a list the value stands elsewhere. */
const INVENTED =
  /<div class="field generated" id="field-\w+-\d+-(\w+)">(?:(?!<div class="field).)*?placeholder="([^"]*)"/gs

/** A whole number is searched only in what is written: most rows have it somewhere. */
const isSearched = (text: string): boolean => !/^\d*$/.test(text) && text !== 'not set'

test.each(rows)(
  'each value that is invented for %s is found by a search for it, in its field and anywhere',
  async (row) => {
    const [collection = '', id = ''] = row.split(' ')
    const page = await open(`/_sim/ui/state?collection=${collection}&row=${id}`)
    const invented = [...page.matchAll(INVENTED)]
      .map(([, field = '', value = '']) => ({ field, text: unescaped(value) }))
      .filter(({ text }) => isSearched(text))
    expect(invented.length).toBeGreaterThan(0)
    const missed: string[] = []
    for (const { field, text } of invented) {
      for (const within of [field, '']) {
        const query = new URLSearchParams({ collection, text, field: within })
        const found = await open(`/_sim/ui/state?${query}`)
        if (!found.includes(`<tr id="row-${id}"`)) missed.push(`${field} ${text} ${within}`)
      }
    }
    expect(missed).toEqual([])
  },
)
