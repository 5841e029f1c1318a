/** Characters that a terminal or a page does not show but obeys, or shows as a space that is none: controls, direction marks, zero widths, line ends, no-break spaces. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

/** A text that came from outside, on one line, as it may be shown to people: ESC is shown as `\u001b`. */
export const printable = (text: string): string => text.replaceAll(NOT_SHOWN, escapeCharacter)

/** The same for a text of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

function escapeCharacter(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? String.raw`\u{${code}}` : String.raw`\u${code.padStart(4, '0')}`
}
