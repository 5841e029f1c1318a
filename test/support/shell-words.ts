import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Null where a text is refused. */
export type Words = readonly string[] | null
export type Row = readonly [text: string, shlex: Words, ours?: Words]

/** What Python's shlex makes of generated texts, and what the simulator must where that differs: test/data/shell_words.py. */
export const recordedWords = gunzipSync(readFileSync('test/data/shell-words.jsonl.gz'))
  .toString('utf8')
  .trimEnd()
  .split('\n')
  .map((line): Row => JSON.parse(line) as Row)
