import { describe, expect, test } from 'vitest'
import { requestLines } from '../../src/sweep/requests.ts'
import { call, trialFault } from './facts.ts'

const met = call({ status: 503, happened: false, fault: trialFault, responseBody: '{"error":"unavailable"}' })

describe('the requests of a client', () => {
  test('are those to the sandbox that met the fault, from the call before it on', () => {
    const calls = [call({ path: '/early' }), call({ path: '/before' }), call({ sandbox: 'other' }), met, call()]
    expect(requestLines(calls).map((line) => line.split(' ')[3])).toEqual([
      '/before',
      '/api/v0/instances/',
      '/api/v0/instances/',
    ])
  })
  test('share a line where they follow each other and are alike', () => {
    const calls = [
      met,
      ...Array.from({ length: 11 }, () => call({ status: 503 })),
      call({ status: 200 }),
      call({ status: 503 }),
    ]
    expect(requestLines(calls).map((line) => line.replace(/^.* -> /, ''))).toEqual([
      '503 (injected) {"error":"unavailable"}',
      '503 x11 {}',
      '200 {}',
      '503 {}',
    ])
  })
  test('are twelve lines at most, and the rest is counted', () => {
    const calls = [met, ...Array.from({ length: 30 }, (_, at) => call({ status: 200 + at }))]
    expect(requestLines(calls)).toHaveLength(13)
    expect(requestLines(calls).at(-1)).toBe('and 19 more')
  })
  test('have their queries as they were meant', () => {
    expect(requestLines([{ ...met, query: 'q=%7B%22a%22%3A1%7D' }])[0]).toContain('/api/v0/instances/?q={"a":1} -> 503')
    expect(requestLines([{ ...met, query: 'q=%E0%A4%A' }])[0]).toContain('?q=%E0%A4%A -> 503')
  })
})
