import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type EnvEntry,
  envFlags,
  formatEnv,
  merge,
  parseEnv,
  readEnv,
} from '../../src/marketplace/templates/env-flags.ts'
import { ShellSyntaxError } from '../../src/kernel/split-shell-words.ts'

const variable = (name: string, value: string): EnvEntry => ({ name, value })
const port = (hostPort: number, containerPort: number, protocol: 'tcp' | 'udp', text: string): EnvEntry => ({
  hostPort: String(hostPort),
  containerPort: String(containerPort),
  protocol,
  text,
})

for (const [title, text, entries] of [
  ['nothing', '', []],
  ['white space only', ' \n\t ', []],
  ['variables', '-e A=1 -e B=2', [variable('A', '1'), variable('B', '2')]],
  ['white space of any kind', '\n-e   A=1\t-e\nB=2 ', [variable('A', '1'), variable('B', '2')]],
  ['an empty value', '-e A=', [variable('A', '')]],
  ['an empty quoted value', `-e A='' -e B=""`, [variable('A', ''), variable('B', '')]],
  ['= in a value', '-e URL=http://x/?a=b==', [variable('URL', 'http://x/?a=b==')]],
  ['single quotes', `-e A='two words'`, [variable('A', 'two words')]],
  ['double quotes', '-e A="two words"', [variable('A', 'two words')]],
  ['quotes around the pair', `-e "A=two words"`, [variable('A', 'two words')]],
  ['a quote in the other quotes', `-e A="it's" -e B='"'`, [variable('A', "it's"), variable('B', '"')]],
  ['escaped quotes and spaces', String.raw`-e A="\"" -e B=a\ b`, [variable('A', '"'), variable('B', 'a b')]],
  ['a backslash in single quotes, whatever quotes follow', String.raw`-e A='\"'"'"`, [variable('A', String.raw`\"'`)]],
  ['a flag inside a quoted value', `-e A='-e B=2 -p 1:1'`, [variable('A', '-e B=2 -p 1:1')]],
  [
    'quotes within quotes',
    `-e A=''"'"'hello'"'"'' -e B=x''y -e C=""z`,
    [variable('A', "'hello'"), variable('B', 'xy'), variable('C', 'z')],
  ],
  [
    'a no-break space and a carriage return in a value',
    '-e A=x\u00a0y\r -e B=1',
    [variable('A', 'x\u00a0y\r'), variable('B', '1')],
  ],
  [
    'any name without =',
    `-e 1A=2 -e ÄÖ=1 -e 'A B=3'`,
    [variable('1A', '2'), variable('ÄÖ', '1'), variable('A B', '3')],
  ],
  [
    'ports beyond those of TCP',
    '-p 70001:70001 -p 0:00',
    [port(70_001, 70_001, 'tcp', '70001:70001'), port(0, 0, 'tcp', '0:00')],
  ],
  ['dots and dashes in a name', '-e a.b-c_1=2', [variable('a.b-c_1', '2')]],
  [
    'a variable twice, the last value at the first place',
    '-e A=1 -e B=2 -e A=3',
    [variable('A', '3'), variable('B', '2')],
  ],
  ['a port', '-p 8080:80', [port(8080, 80, 'tcp', '8080:80')]],
  [
    'ports with a protocol',
    '-p 53:54/udp -p 65535:1/tcp',
    [port(53, 54, 'udp', '53:54/udp'), port(65_535, 1, 'tcp', '65535:1/tcp')],
  ],
  ['other flags, passed over', '-h box --shm-size=1g --gpus all -e A=1 --rm', [variable('A', '1')]],
  ['a mix in order', '-p 1:2 -e A=1 -p 3:4', [port(1, 2, 'tcp', '1:2'), variable('A', '1'), port(3, 4, 'tcp', '3:4')]],
] as const) {
  test(`${title} can be read`, () => {
    expect(parseEnv(text)).toEqual(entries)
    expect(envFlags.safeParse(text).success).toBe(true)
  })
}

for (const [text, message] of [
  ['-e', /^-e : expected/],
  ['-e A', /^-e A: expected/],
  ['-e =1', /^-e =1: expected/],
  ['-p', /^-p : expected/],
  ['-p 80', /^-p 80: expected/],
  ['-p 80:80/sctp', /^-p 80:80\/sctp: expected/],
  ['-p 80:80:80', /^-p 80:80:80: expected/],
  ['-p -1:80', /^-p -1:80: expected/],
  ['-p 80-90:80', /^-p 80-90:80: expected/],
  [`-e A='1`, /quote is never closed/],
  ['-e A="1', /quote is never closed/],
] as const) {
  test(`${text} is refused`, () => {
    expect(() => parseEnv(text)).toThrow(ShellSyntaxError)
    expect(() => parseEnv(text)).toThrow(message)
    expect(envFlags.safeParse(text).success).toBe(false)
  })
}

test('a merge keeps the order of the first list, replaces in place and appends the rest', () => {
  const merged = merge(parseEnv('-e A=1 -p 80:80 -e B=2'), parseEnv('-e C=3 -e B=9 -p 80:80 -p 81:80'))
  expect(formatEnv(merged)).toBe('-e A=1 -p 80:80 -e B=9 -e C=3 -p 81:80')
})

test('a merge changes neither list', () => {
  const [base, over] = [parseEnv('-e A=1'), parseEnv('-e A=2')]
  merge(base, over)
  expect([base, over]).toEqual([[variable('A', '1')], [variable('A', '2')]])
})

const names = fc.oneof(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/), fc.stringMatching(/^[^=]{1,8}$/))
const ports = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String)
const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(`'`, '"', '\\', '$', '`', ' ', '\n', '\t', '=', '#', '-e', '-p', 'a'))
    .map((p) => p.join('')),
)
const entries = fc.array(
  fc.oneof(
    fc.record({ name: names, value: values }),
    fc.tuple(ports, ports, fc.constantFrom('', '/tcp', '/udp')).map(([hostPort, containerPort, suffix]): EnvEntry => ({
      hostPort,
      containerPort,
      protocol: suffix === '/udp' ? 'udp' : 'tcp',
      text: `${hostPort}:${containerPort}${suffix}`,
    })),
  ),
)

test('formatted flags read back the same, whatever the values', () => {
  fc.assert(
    fc.property(entries, (list) => {
      const once = merge([], list)
      expect(parseEnv(formatEnv(once))).toEqual(once)
    }),
    { numRuns: 1000 },
  )
})

test('words that are neither -e nor -p nor their values are reported, in their order', () => {
  expect(readEnv('--env A=1 -eB=2 C=3 -p8000:8000 -e D=4 -h x')).toEqual({
    entries: [variable('D', '4')],
    unread: ['--env', 'A=1', '-eB=2', 'C=3', '-p8000:8000', '-h', 'x'],
  })
})

/** What reading a text throws. */
const failure = (text: string) => {
  try {
    parseEnv(text)
    return undefined
  } catch (error) {
    return error
  }
}

test('reading never fails in another way than with a syntax error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), values), (text) => {
      const error = failure(text)
      return error === undefined || error instanceof ShellSyntaxError
    }),
  )
})
