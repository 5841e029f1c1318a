import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const at = '2027-05-05T00:00:00.000Z'

test('code may give the clock as a Date, which freezes it there', () => {
  const { clock } = createSimulator({ clock: new Date(at) })
  expect([clock.now, clock.mode]).toEqual([at, 'frozen'])
})

test.each([new Date('no date'), new Map(), 5, [], 'tomorrow', { at: 'tomorrow' }, { frozn: true }])(
  'a value that is no clock is refused with all that would be one: %j',
  (wrong) => {
    const open = () => createSimulator({ clock: wrong as never })
    expect(open).toThrow(RangeError)
    expect(open).toThrow('is not a clock: it is real, frozen, an instant like 2026-01-01T00:00:00Z, or { at, frozen }')
  },
)

test('a reset takes what the start takes, says so, and changes nothing where it is something else', () => {
  const sim = createSimulator({ clock: at })
  for (const wrong of ['tomorrow', new Date('no date'), new Map()]) {
    expect(() => sim.reset({ clock: wrong as never })).toThrow(
      'clock: is not a clock: it is real, frozen, an instant like 2026-01-01T00:00:00Z, or { at, frozen }',
    )
    expect(sim.clock.now).toBe(at)
  }
  sim.reset({ clock: new Date('2028-01-01T00:00:00Z') })
  expect([sim.clock.now, sim.clock.mode]).toEqual(['2028-01-01T00:00:00.000Z', 'frozen'])
})
