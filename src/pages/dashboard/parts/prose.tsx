/** The text of a rule: what stands between backticks is code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))}</>
)
