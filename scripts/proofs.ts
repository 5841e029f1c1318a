import { readdirSync, readFileSync } from 'node:fs'

/** A test that proves a rule. */
interface Proof {
  readonly rule: string
  readonly file: string
}

/** `proves('rule', 'title', …` or `proves(['rule', 'rule'], 'title', …`; `absent` likewise. */
const CALL = /\b(proves|absent)\(\s*(\[[^\]]*\]|'[^']*')\s*,\s*['"`]/g

interface Proofs {
  /** Tests in which a rule shapes an answer. */
  readonly present: readonly Proof[]
  /** Tests in which it must not. */
  readonly absent: readonly Proof[]
}

/** Every proof that a test file below `test/` states literally. */
export function proofsOfTests(): Proofs {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted()
  const all = files.flatMap((file) => proofsIn(`test/${file}`))
  return {
    present: all.filter(({ call }) => call === 'proves').map(({ proof }) => proof),
    absent: all.filter(({ call }) => call === 'absent').map(({ proof }) => proof),
  }
}

function proofsIn(file: string): readonly { call: string; proof: Proof }[] {
  return [...readFileSync(file, 'utf8').matchAll(CALL)].flatMap(([, call = '', ids = '']) =>
    [...ids.matchAll(/'([^']+)'/g)].map(([, rule = '']) => ({ call, proof: { rule, file } })),
  )
}
