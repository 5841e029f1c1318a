const ADVICE: readonly (readonly [found: RegExp, advice: string])[] = [
  [/^,/, 'take the comma before the bracket away'],
  [/^[/#]/, 'it has no comments, take this one away'],
  [/^'/, 'write double quotes: {"name": "x"}'],
  [/^(True|False|None)$/, 'write true, false or null'],
  [/^/, 'put double quotes around the name: {"name": "x"}'],
]

/** What people write into JSON that is none, such as single quotes and names without any, and what to do about the first of it. */
export function jsonMistake(text: string): { readonly index: number; readonly advice: string } | undefined {
  const mistake = [...text.matchAll(MISTAKES)].find(([found]) => !found.startsWith('"'))
  if (mistake === undefined) return undefined
  const [found, index] = [mistake[0], mistake.index]
  return { index, advice: ADVICE.find(([each]) => each.test(found))?.[1] ?? '' }
}

/** A text that does not end goes to the end, so that none is read twice. */
const MISTAKES =
  /"(?:[^"\\]|\\.?)*(?:"|$)|,(?=\s*[\]}])|\/[/*]|#|'|\b(?:True|False|None)\b|(?<=[{,]\s*)[A-Za-z_$][\w$]*(?=\s*:)/gs
