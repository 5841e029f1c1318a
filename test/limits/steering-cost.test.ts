import { beforeEach, describe, expect, test } from 'vitest'
import { bodiesForJournal } from './hostile.ts'
import { faults } from './matches.ts'
import { pages } from './pages.ts'
import { probing } from './probing.ts'
import { controls } from './table.ts'

const { begin, slowAmong } = probing()

describe('no page keeps the server from others, whatever it shows', () => {
  const inAnother = bodiesForJournal().map((call) => ({ ...call, path: `/~other${call.path}?differs` }))
  beforeEach(() => begin([...bodiesForJournal(), ...inAnother, ...faults]))

  test.each(Object.entries(pages))('%s', async (_, named) => {
    expect(await slowAmong(named)).toEqual([])
  })
})

describe('no control call keeps the server from others, whatever the journal holds', () => {
  beforeEach(() => begin([...bodiesForJournal(), ...faults]))

  test.each(Object.entries(controls))('%s', async (_, named) => {
    expect(await slowAmong(named)).toEqual([])
  })
})
