import type { Sandbox } from '../../../../sandbox/sandbox.ts'
import { type PageContext, pageUrl } from '../../page-context.ts'

/** The sandboxes that are compared. */
export type SidesProps = { readonly context: PageContext; readonly left: Sandbox; readonly right: Sandbox }

/** @param at the place of the pair of exchanges whose differences are shown */
export const compareUrl = (context: PageContext, left: string, right: string, at?: number): string =>
  pageUrl(context, 'sandboxes', { compare: left, with: right, at })
