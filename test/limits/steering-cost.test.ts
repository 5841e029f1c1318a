import { beforeAll, describe, expect, test } from 'vitest'
import { isDrawn } from '../support/drawn.ts'
import { bodiesForJournal } from './hostile.ts'
import { faults } from './matches.ts'
import { pages } from './pages.ts'
import { probing } from './probing.ts'
import { controls } from './table.ts'

const { begin, slowAmong } = probing()

const inJournal = bodiesForJournal()
const inAnother = inJournal.map((call) => ({ ...call, path: `/~other${call.path}?differs` }))

/** The call that shows the journal is the first that does so: parts made of an exchange once may be used again. */
const showsJournal = /(ui|requests|bundle|findings|coverage|totals)/

const drawn = <T>(named: Readonly<Record<string, T>>) => Object.entries(named).filter(([name]) => isDrawn(name))

describe('no page keeps the server from others, whatever it shows', () => {
  const calls = [...inJournal, ...inAnother, ...faults]
  beforeAll(() => begin(calls))

  test.each(drawn(pages))('%s', async (name, named) => {
    if (showsJournal.test(name)) await begin(calls)
    expect(await slowAmong(named)).toEqual([])
  })
})

describe('no control call keeps the server from others, whatever the journal holds', () => {
  const calls = [...inJournal, ...faults]
  let changed = true

  test.each(drawn(controls))('%s', async (name, named) => {
    if (changed || showsJournal.test(name)) await begin(calls)
    changed = !name.startsWith('GET ')
    expect(await slowAmong(named)).toEqual([])
  })
})
