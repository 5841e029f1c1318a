// Written by `npm run docs` from rules/*.yaml; do not edit.
import type { Choice, RefusalRule, RefusalWithValue, Rule, RuleWithForms, RuleWithValue } from '../kernel/rule.ts'

/** Rules that refuse requests. */
export interface Refusals {
  'api-keys.delete.key-unknown': RefusalRule
  'authentication.key-missing': RefusalRule & RuleWithForms<'reported'>
  'authentication.key-unknown': RefusalRule & RuleWithForms<'reported'>
  'authentication.scope-missing': RefusalRule & RuleWithForms<'401'>
  'cloud-connections.list.rate-limit': RefusalWithValue<number>
  'endpoint-groups.update.group-unknown': RefusalRule
  'endpoint-groups.update.target-util-maximum': RefusalRule
  'endpoint-groups.update.ranges': RefusalRule
  'endpoint-groups.update.rate-limit': RefusalWithValue<number>
  'endpoint-groups.delete.group-unknown': RefusalRule
  'instances.output.not-owned': RefusalRule
  'instances.create.template-id-refused': RefusalRule
  'instances.create.offer-unknown': RefusalRule & RuleWithForms<'404'>
  'instances.create.offer-rented': RefusalRule
  'instances.create.template-unknown': RefusalRule
  'instances.create.image-missing': RefusalRule
  'instances.create.price-invalid': RefusalWithValue<{ readonly least: number; readonly most: number }>
  'instances.create.volume-unknown': RefusalRule
  'instances.create.volume-not-owned': RefusalRule
  'instances.create.volume-size': RefusalRule
  'instances.create.args-too-long': RefusalWithValue<number>
  'instances.create.smallest-disk': RefusalWithValue<number>
  'instances.create.env-too-long': RefusalWithValue<number>
  'instances.list.rate-limit': RefusalWithValue<number>
  'instances.page.token-unknown': RefusalRule
  'instances.change.unknown': RefusalRule
  'instances.reboot.stopped': RefusalRule
  'instances.bid.not-a-bid': RefusalRule
  'instances.request-logs.instance-unknown': RefusalRule
  'instances.execute.instance-unknown': RefusalRule
  'instances.execute.running': RefusalRule
  'instances.execute.other-command': RefusalRule & RuleWithForms<'documented'>
  'instances.output.ready-after': RefusalWithValue<number>
  'instances.output.no-such-link': RefusalRule
  'network-volumes.list.disk-id-invalid': RefusalRule
  'network-volumes.list.disk-not-owned': RefusalRule
  'network-volumes.list.size-exceeds-disk': RefusalRule
  'network-volumes.list.ends-in-the-past': RefusalRule
  'network-volumes.search.rate-limit': RefusalRule
  'network-volumes.unlist.id-missing': RefusalRule
  'network-volumes.unlist.privileges-missing': RefusalRule
  'network-volumes.unlist.id-unknown': RefusalRule
  'network-volumes.unlist.not-owned': RefusalRule
  'rate-limit.configured': RefusalRule & RuleWithForms<'reported'>
  'rental-offers.search.unknown-name': RefusalRule
  'rental-offers.search.null-operand': RefusalRule
  'rental-offers.search.other-forms': RefusalRule
  'request.wrong-field': RefusalRule
  'request.malformed-json': RefusalRule
  'request.wrong-content-type': RefusalRule
  'request.too-large': RefusalRule
  'routing.unknown-path': RefusalRule
  'routing.other-version': RefusalRule
  'routing.wrong-method': RefusalRule
  'secrets.create.exists': RefusalRule
  'secrets.change.unknown': RefusalRule
  'service.sandbox-full': RefusalRule
  'ssh-keys.no-ssh-key': RefusalRule
  'ssh-keys.of-instance.attached-already': RefusalRule
  'ssh-keys.of-instance.instance-unknown': RefusalRule
  'ssh-keys.of-instance.key-unknown': RefusalRule
  'ssh-keys.create.duplicate': RefusalRule
  'templates.env-malformed': RefusalRule
  'templates.args-malformed': RefusalRule
  'templates.not-owned': RefusalRule
  'templates.create.required-missing': RefusalRule
  'templates.create.no-quota': RefusalWithValue<{ readonly image: number; readonly env: number; readonly disk: number }>
  'templates.edit.hash-id-unknown': RefusalRule
  'templates.delete.id-unknown': RefusalRule
  'users.current.extra-parameter': RefusalRule
  'volumes.search.unknown-name': RefusalRule
  'volumes.create.offer-unknown': RefusalRule
  'volumes.create.size-exceeds-offer': RefusalRule
  'volumes.delete.volume-unknown': RefusalRule
  'volumes.delete.attached': RefusalRule
  'worker-groups.endpoint-unknown': RefusalRule
  'worker-groups.unknown': RefusalRule
}

/** Rules with several behaviours, of which one is usual. */
export interface Choices {
  'authentication.key-in-query': Choice<'ignored' | 'read'>
  'endpoint-groups.update.further-parameters': Choice<'ignored' | 'read'>
  'instances.create.further-fields': Choice<'ignored' | 'read'>
  'instances.create.runtype-words': Choice<'refused' | 'read'>
  'instances.create.vm-without-ssh-key': Choice<'rented' | 'refused'>
  'instances.create.instance-key': Choice<'absent' | 'answered'>
  'instances.create.ask-id': Choice<'absent' | 'shown'>
  'instances.create.bid-below-minimum': Choice<'rented' | 'refused'>
  'instances.create.credit-missing': Choice<'rented' | 'refused'>
  'instances.list.ports-not-running': Choice<'empty' | 'null'>
  'instances.list.current-costs': Choice<'of-the-moment' | 'storage-alone'>
  'instances.list.host-ports': Choice<'as-mapped' | 'assigned'>
  'instances.list.unset': Choice<'empty' | 'null'>
  'instances.list.telemetry': Choice<'plain' | 'measured'>
  'instances.list.further-fields': Choice<'none' | 'shown'>
  'instances.list.owner-in-query': Choice<'ignored' | 'read'>
  'instances.show.gone': Choice<'404' | 'null'>
  'network-volumes.list.plural-path': Choice<'absent' | 'served'>
  'network-volumes.search.flat-query': Choice<'refused' | 'read'>
  'network-volumes.search.values-as-text': Choice<'refused' | 'read'>
  'network-volumes.search.further-fields': Choice<'absent' | 'served'>
  'rate-limit.headers': Choice<'none' | 'sent'>
  'rate-limit.per-account': Choice<'none' | 'counted'>
  'rental-offers.search.without-key': Choice<'refused' | 'served'>
  'routing.trailing-slash': Choice<'required' | 'optional' | 'redirects' | 'redirects-permanently'>
  'routing.neighbouring-operations': Choice<'absent' | 'served'>
  'ssh-keys.list.none': Choice<'empty' | 'refused'>
  'templates.env-object': Choice<'ignored' | 'applied' | 'refused'>
  'templates.env-hostname': Choice<'unread' | 'read'>
  'templates.disk-space-as-text': Choice<'refused' | 'read'>
  'templates.search.values-as-text': Choice<'refused' | 'read'>
  'templates.search.further-parameters': Choice<'ignored' | 'read'>
  'templates.search.further-fields': Choice<'none' | 'shown'>
  'templates.create.same-name': Choice<'creates' | 'updates'>
  'templates.delete.by-hash-id': Choice<'refused' | 'deletes'>
  'users.current.further-fields': Choice<'none' | 'shown'>
  'worker-groups.older-name': Choice<'absent' | 'served'>
}

/** Rules with a value that may be set to another. */
export interface ValuedRules {
  'api-keys.list.lists-own': RuleWithValue<number>
  'api-keys.create.creates': RuleWithValue<number>
  'api-keys.delete.deletes': RuleWithValue<number>
  'cloud-connections.list.statuses': RuleWithValue<number>
  'endpoint-groups.update.statuses': RuleWithValue<number>
  'endpoint-groups.list.lists-own': RuleWithValue<number>
  'endpoint-groups.create.creates': RuleWithValue<number>
  'endpoint-groups.create.defaults': RuleWithValue<{ readonly min_load: number; readonly target_util: number; readonly cold_mult: number; readonly cold_workers: number; readonly max_workers: number }>
  'endpoint-groups.delete.deletes': RuleWithValue<number>
  'gpu-names.list.of-offers': RuleWithValue<number>
  'instances.several.each': RuleWithValue<number>
  'instances.create.answer': RuleWithValue<number>
  'instances.create.defaults': RuleWithValue<{ readonly runtype: 'ssh' | 'jupyter' | 'args' | 'ssh_proxy' | 'ssh_direct' | 'jupyter_proxy' | 'jupyter_direct'; readonly disk: number; readonly tag: string }>
  'instances.list.statuses': RuleWithValue<number>
  'instances.change.answer': RuleWithValue<number>
  'instances.bid.sets-price': RuleWithValue<number>
  'instances.recycle.recycles': RuleWithValue<number>
  'instances.update-template.updates': RuleWithValue<number>
  'instances.request-logs.answers': RuleWithValue<number>
  'instances.execute.answers': RuleWithValue<number>
  'instances.output.shows': RuleWithValue<number>
  'network-volumes.list.unpriced-is-invented': RuleWithValue<{ readonly from: number; readonly to: number }>
  'network-volumes.list.endless-runs-for-a-year': RuleWithValue<number>
  'network-volumes.search.statuses': RuleWithValue<number>
  'network-volumes.search.default-limit': RuleWithValue<number>
  'network-volumes.unlist.statuses': RuleWithValue<number>
  'rental-offers.search.default-limit': RuleWithValue<number>
  'secrets.write.writes': RuleWithValue<number>
  'secrets.list.lists-own': RuleWithValue<number>
  'ssh-keys.of-instance.attaches': RuleWithValue<number>
  'ssh-keys.list.lists-own': RuleWithValue<number>
  'ssh-keys.create.adds': RuleWithValue<number>
  'ssh-keys.change.changes': RuleWithValue<number>
  'templates.statuses': RuleWithValue<number>
  'templates.create.defaults': RuleWithValue<{ readonly tag: string; readonly runtype: 'ssh' | 'jupyter' | 'args'; readonly recommended_disk_space: number }>
  'users.current.answers': RuleWithValue<number>
  'users.current.defaults': RuleWithValue<{ readonly credit: number }>
  'volumes.search.finds': RuleWithValue<number>
  'volumes.search.default-limit': RuleWithValue<number>
  'volumes.list.lists-own': RuleWithValue<number>
  'volumes.create.creates': RuleWithValue<number>
  'volumes.delete.deletes': RuleWithValue<number>
  'worker-groups.list.lists-own': RuleWithValue<number>
  'worker-groups.create.creates': RuleWithValue<number>
  'worker-groups.create.defaults': RuleWithValue<{ readonly min_load: number; readonly target_util: number; readonly cold_mult: number; readonly cold_workers: number; readonly max_workers: number; readonly test_workers: number }>
  'worker-groups.update.updates': RuleWithValue<number>
  'worker-groups.delete.deletes': RuleWithValue<number>
}

/** Rules of no other kind. */
export interface PlainRules {
  'authentication.bearer-key': Rule
  'authentication.scopes': Rule
  'cloud-connections.list.lists-own': Rule
  'cloud-connections.list.order': Rule
  'cloud-connections.list.cloud-types': Rule
  'endpoint-groups.update.updates': Rule
  'endpoint-groups.update.above-maximum': Rule
  'instances.create.rents': Rule
  'instances.create.running-at-once': RuleWithForms<'stopped'>
  'instances.create.progression': Rule
  'instances.create.further-parameters': Rule
  'instances.create.misuse-status': Rule
  'instances.create.volume-shared': Rule
  'instances.create.host-port-twice': Rule
  'instances.create.uses-template': Rule
  'instances.create.scalars-replaced': Rule
  'instances.create.tag-of-another-image': Rule
  'instances.create.tag-over-image': Rule
  'instances.create.arguments-unused': Rule
  'instances.create.env-merged': Rule
  'instances.create.env-order': Rule
  'instances.create.env-named-twice': Rule
  'instances.create.filters-merged': Rule
  'instances.create.filters-not-applied': Rule
  'instances.create.template-volume-never-applied': Rule
  'instances.create.volume-linked': Rule
  'instances.create.volume-created': Rule
  'instances.list.lists-own': Rule
  'instances.list.order': Rule
  'instances.list.time-and-money': Rule
  'instances.list.status-values': Rule
  'instances.list.idle': Rule
  'instances.list.unknown-gpu': Rule
  'instances.list.template-as-launched': Rule
  'instances.list.without-template': Rule
  'instances.list.runtypes': Rule
  'instances.list.ports': Rule
  'instances.list.ports-follow-env': Rule
  'instances.list.launch-ports': RuleWithForms<'every-runtype'>
  'instances.list.volume-items': Rule
  'instances.page.pages': Rule
  'instances.page.columns': Rule
  'instances.page.filters': Rule
  'instances.page.order': Rule
  'instances.saved-filters.none': Rule
  'instances.show.shows': Rule
  'instances.change.restarts': Rule
  'instances.change.starts': Rule
  'instances.change.stops': Rule
  'instances.change.labels': Rule
  'instances.reboot.reboots': Rule
  'instances.destroy.destroys': Rule
  'network-volumes.list.creates': Rule
  'network-volumes.list.updates': Rule
  'network-volumes.list.unsized-offers-whole-disk': Rule
  'network-volumes.list.relists-after-expiry': Rule
  'network-volumes.search.finds': Rule
  'network-volumes.search.expires': Rule
  'network-volumes.search.units': Rule
  'network-volumes.search.default-order': Rule
  'network-volumes.search.unknown-order-field': Rule
  'network-volumes.search.derived-filters': Rule
  'network-volumes.search.duration-in-seconds': RuleWithForms<'days'>
  'network-volumes.search.further-operators': Rule
  'network-volumes.unlist.unlists': Rule
  'rate-limit.window': Rule
  'rate-limit.status': Rule
  'rental-offers.search.finds': Rule
  'rental-offers.search.by-id': Rule
  'rental-offers.search.read-by-type': Rule
  'rental-offers.search.rentable': RuleWithForms<'rented-too'>
  'rental-offers.search.prices': Rule
  'request.empty-body': Rule
  'request.null-is-absent': Rule
  'request.unknown-field-ignored': Rule
  'request.repeated-parameter': Rule
  'request.body-ignored': Rule
  'request.head': Rule
  'templates.answers-whole': RuleWithForms<'short'>
  'templates.env-is-a-string': Rule
  'templates.env-object-ignored': Rule
  'templates.env-object-accepted': Rule
  'templates.env-words-unread': Rule
  'templates.shell-words': Rule
  'templates.search.finds': Rule
  'templates.search.needs-user-read': Rule
  'templates.search.visible': Rule
  'templates.search.fields': Rule
  'templates.search.use-ssh': Rule
  'templates.search.never-used': Rule
  'templates.create.creates': Rule
  'templates.create.hash-id': RuleWithForms<'content'>
  'templates.create.required-status': Rule
  'templates.edit.null': RuleWithForms<'keeps'>
  'templates.edit.rotates-hash-id': Rule
  'templates.edit.keeps-the-rest': Rule
  'templates.edit.id-stays': Rule
  'templates.delete.deletes': Rule
  'volumes.search.space-left': Rule
}

/** The id of a rule. */
export type RuleId = keyof Refusals | keyof Choices | keyof ValuedRules | keyof PlainRules

type GroupOf<Id> = Id extends `${infer Resource}.${infer Part}.${string}` ? `${Resource}.${Part}.*` : never

/** All rules whose ids begin so. */
export type RuleGroup = GroupOf<RuleId>
