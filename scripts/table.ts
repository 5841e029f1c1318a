/** A table of Markdown, padded as the formatter pads it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)))
  const widths = head.map((name, column) => Math.max(name.length, 3, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], fill = ' '): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  const rule = line(
    head.map(() => ''),
    '-',
  )
  return [line(head), rule, ...cells.map((row) => line(row))].join('\n')
}
