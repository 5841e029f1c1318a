import { isWhole } from './drawn.ts'

/** Before tests of which some draw their variants. */
export function setup(): void {
  const drawn = `a fifth of the variants, drawn by DRAW=${process.env['DRAW']}; VARIANTS=all tries all`
  process.stdout.write(`${isWhole ? 'all variants' : drawn}\n`)
}
