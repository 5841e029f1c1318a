import { assumed } from '../../kernel/rule.ts'

const client = 'official client of August 2026, recorded'

export const pageRules = {
  pages: assumed({
    id: 'instances.page.pages',
    evidence: `${client}, and the public API reference: limit up to 25, after_token, next_token, total_instances, label_counts`,
    text: 'The user’s own instances are answered in pages; next_token leads to the next one, and is null at the end. total_instances counts those that fulfil the filters, label_counts all that have a label.',
  }),
  columns: assumed({
    id: 'instances.page.columns',
    evidence: `${client}: with select_cols rows have only those columns`,
    text: 'select_cols names the columns of a row; a name that no instance has is left out.',
  }),
  filters: assumed({
    id: 'instances.page.filters',
    evidence: `${client}: select_filters and order_by, as template search has them`,
    text: 'Only instances that fulfil select_filters are answered; a value that is text is read by the type of its field.',
  }),
  order: assumed({
    id: 'instances.page.order',
    evidence: `${client}: it orders by id`,
    text: 'order_by orders the instances, ascending ids among equals and without it. A column that no instance has orders nothing.',
  }),
  tokenUnknown: assumed({
    id: 'instances.page.token-unknown',
    evidence: 'judgement: a token belongs to the listing that gave it',
    text: 'An after_token that this listing did not give, or gave under another order, is refused.',
    status: 400,
    error: 'invalid_args',
  }),
}

export const savedFilterRules = {
  none: assumed({
    id: 'instances.saved-filters.none',
    evidence: `${client}: it asks for saved filters before its table, and takes an empty list`,
    text: 'No operation saves filters, so that the list is empty.',
  }),
}
