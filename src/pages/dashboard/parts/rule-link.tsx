import { type PageContext, pageUrl } from '../page-context.ts'

type RuleLinkProps = { readonly context: Pick<PageContext, 'up'>; readonly id: string }

/** The id of a rule, which leads to its whole text. */
export const RuleLink = ({ context, id }: RuleLinkProps) => (
  <a href={pageUrl(context, 'coverage', { rule: id })} class="rule-link">
    <code>{id}</code>
  </a>
)
