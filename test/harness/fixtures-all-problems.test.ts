import { expect, test } from 'vitest'
import { people, refusal } from '../support/fixture-files.ts'

/** Everything that is said about one file. */
const told = (text: string): readonly string[] => refusal({ 'mine.yaml': text }).split('\n')

test('a misspelt key hides no reference to a row that is not there', () => {
  const text = `${people.replace('name: host', 'nam: host')}offers:
  - { id: 5, host_id: 1002 }
  - { id: 6, host_id: 1007 }
instances:
  - { id: 31, user_id: 1001, offer_id: 5 }
  - { id: 32, user_id: 1001, offer_id: 99999 }
`
  expect(told(text)).toEqual([
    'mine.yaml:3: users.1.name: is missing',
    'mine.yaml:3: users.1.nam: unknown key "nam"; did you mean "name"?',
    expect.stringMatching(/^mine\.yaml:6: offers\.1\.host_id: there is no 1007 in users/),
    'mine.yaml:9: instances.1.offer_id: there is no 99999 in offers',
  ])
})

test('the places of rows are their own, whatever rows before them are wrong', () => {
  const text = `${people}volumes:
  - { id: 4, user_id: 1001, size: big }
  - { id: 5, user_id: 1001, size: 1 }
  - { id: 6, user_id: 1001 }
  - { id: 5, user_id: 1001, size: 2 }
  - { id: 7, user_id: 5555555, size: 2 }
`
  expect(told(text)).toEqual([
    'mine.yaml:5: volumes.0.size: expected number, received string',
    'mine.yaml:7: volumes.2.size: is missing',
    'mine.yaml:8: volumes.3.id: 5 is taken by volumes.1',
    'mine.yaml:9: volumes.4.user_id: there is no 5555555 in users',
  ])
})

test.each([
  { what: 'have a row without an id', users: '[{ name: a }]', wrong: 'users.0.id: is missing' },
  { what: 'have a row whose id is no number', users: '[{ id: one, name: a }]', wrong: 'users.0.id: expected number' },
  { what: 'are no list', users: '5', wrong: 'users: expected array' },
])('where the users $what, nobody is said to be missing', ({ users, wrong }) => {
  expect(told(`users: ${users}\nvolumes:\n  - { id: 5, user_id: 1, size: 1 }\n`)).toEqual([
    expect.stringContaining(`mine.yaml:1: ${wrong}`),
  ])
})

test('a misspelt collection may be the one that is named', () => {
  expect(told('usrs: [{ id: 1, name: a }]\nvolumes: [{ id: 5, user_id: 1, size: 1 }]\n')).toEqual([
    'mine.yaml:1: usrs: unknown key "usrs"; did you mean "users"?',
  ])
})

test('of several files that make one fixture each keeps its places', () => {
  const files = {
    'a.yaml': `${people}volumes:\n  - { id: 4, user_id: 1001 }\n  - { id: 5, user_id: 1001, size: 1 }\n`,
    'b.yaml': 'volumes:\n  - { id: 5, user_id: 1001, size: 1 }\n  - { id: 4, user_id: 5555555, size: 1 }\n',
  }
  expect(refusal(files).split('\n')).toEqual([
    'a.yaml:5: volumes.0.size: is missing',
    'b.yaml:2: volumes.0.id: 5 is taken by volumes.1 of a.yaml',
    'b.yaml:3: volumes.1.user_id: there is no 5555555 in users',
  ])
})
