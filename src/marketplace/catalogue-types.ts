// Written by `npm run docs` from rules/*.yaml; do not edit.
import type { Choice, RefusalRule, RefusalWithValue, Rule, RuleWithForms, RuleWithValue } from '../kernel/rule.ts'

/** The rules by their ids. */
export interface Catalogue {
  readonly 'api-keys.list.lists-own': RuleWithValue<number>
  readonly 'api-keys.create.creates': RuleWithValue<number>
  readonly 'api-keys.delete.deletes': RuleWithValue<number>
  readonly 'api-keys.delete.key-unknown': RefusalRule
  readonly 'authentication.bearer-key': Rule
  readonly 'authentication.key-missing': RefusalRule & RuleWithForms<'reported'>
  readonly 'authentication.key-unknown': RefusalRule & RuleWithForms<'reported'>
  readonly 'authentication.key-in-query': Choice<'ignored' | 'read'>
  readonly 'authentication.scope-missing': RefusalRule & RuleWithForms<'401'>
  readonly 'authentication.scopes': Rule
  readonly 'cloud-connections.list.statuses': RuleWithValue<number>
  readonly 'cloud-connections.list.lists-own': Rule
  readonly 'cloud-connections.list.order': Rule
  readonly 'cloud-connections.list.cloud-types': Rule
  readonly 'cloud-connections.list.rate-limit': RefusalWithValue<number>
  readonly 'endpoint-groups.update.updates': Rule
  readonly 'endpoint-groups.update.group-unknown': RefusalRule
  readonly 'endpoint-groups.update.statuses': RuleWithValue<number>
  readonly 'endpoint-groups.update.target-util-maximum': RefusalRule
  readonly 'endpoint-groups.update.above-maximum': Rule
  readonly 'endpoint-groups.update.ranges': RefusalRule
  readonly 'endpoint-groups.update.further-parameters': Choice<'ignored' | 'read'>
  readonly 'endpoint-groups.update.rate-limit': RefusalWithValue<number>
  readonly 'endpoint-groups.list.lists-own': RuleWithValue<number>
  readonly 'endpoint-groups.create.creates': RuleWithValue<number>
  readonly 'endpoint-groups.create.defaults': RuleWithValue<{ readonly min_load: number; readonly target_util: number; readonly cold_mult: number; readonly cold_workers: number; readonly max_workers: number }>
  readonly 'endpoint-groups.delete.deletes': RuleWithValue<number>
  readonly 'endpoint-groups.delete.group-unknown': RefusalRule
  readonly 'gpu-names.list.of-offers': RuleWithValue<number>
  readonly 'instances.several.each': RuleWithValue<number>
  readonly 'instances.output.not-owned': RefusalRule
  readonly 'instances.create.further-fields': Choice<'ignored' | 'read'>
  readonly 'instances.create.runtype-words': Choice<'refused' | 'read'>
  readonly 'instances.create.vm-without-ssh-key': Choice<'rented' | 'refused'>
  readonly 'instances.create.instance-key': Choice<'absent' | 'answered'>
  readonly 'instances.create.ask-id': Choice<'absent' | 'shown'>
  readonly 'instances.create.bid-below-minimum': Choice<'rented' | 'refused'>
  readonly 'instances.create.credit-missing': Choice<'rented' | 'refused'>
  readonly 'instances.create.rents': Rule
  readonly 'instances.create.answer': RuleWithValue<number>
  readonly 'instances.create.running-at-once': RuleWithForms<'stopped'>
  readonly 'instances.create.progression': Rule
  readonly 'instances.create.further-parameters': Rule
  readonly 'instances.create.template-id-refused': RefusalRule
  readonly 'instances.create.misuse-status': Rule
  readonly 'instances.create.offer-unknown': RefusalRule & RuleWithForms<'404'>
  readonly 'instances.create.offer-rented': RefusalRule
  readonly 'instances.create.template-unknown': RefusalRule
  readonly 'instances.create.image-missing': RefusalRule
  readonly 'instances.create.price-invalid': RefusalWithValue<{ readonly least: number; readonly most: number }>
  readonly 'instances.create.volume-unknown': RefusalRule
  readonly 'instances.create.volume-not-owned': RefusalRule
  readonly 'instances.create.volume-size': RefusalRule
  readonly 'instances.create.volume-shared': Rule
  readonly 'instances.create.args-too-long': RefusalWithValue<number>
  readonly 'instances.create.host-port-twice': Rule
  readonly 'instances.create.defaults': RuleWithValue<{ readonly runtype: 'ssh' | 'jupyter' | 'args' | 'ssh_proxy' | 'ssh_direct' | 'jupyter_proxy' | 'jupyter_direct'; readonly disk: number; readonly tag: string }>
  readonly 'instances.create.uses-template': Rule
  readonly 'instances.create.scalars-replaced': Rule
  readonly 'instances.create.tag-of-another-image': Rule
  readonly 'instances.create.tag-over-image': Rule
  readonly 'instances.create.smallest-disk': RefusalWithValue<number>
  readonly 'instances.create.arguments-unused': Rule
  readonly 'instances.create.env-merged': Rule
  readonly 'instances.create.env-order': Rule
  readonly 'instances.create.env-named-twice': Rule
  readonly 'instances.create.env-too-long': RefusalWithValue<number>
  readonly 'instances.create.filters-merged': Rule
  readonly 'instances.create.filters-not-applied': Rule
  readonly 'instances.create.template-volume-never-applied': Rule
  readonly 'instances.create.volume-linked': Rule
  readonly 'instances.create.volume-created': Rule
  readonly 'instances.list.statuses': RuleWithValue<number>
  readonly 'instances.list.lists-own': Rule
  readonly 'instances.list.order': Rule
  readonly 'instances.list.time-and-money': Rule
  readonly 'instances.list.status-values': Rule
  readonly 'instances.list.idle': Rule
  readonly 'instances.list.unknown-gpu': Rule
  readonly 'instances.list.template-as-launched': Rule
  readonly 'instances.list.without-template': Rule
  readonly 'instances.list.runtypes': Rule
  readonly 'instances.list.ports': Rule
  readonly 'instances.list.ports-follow-env': Rule
  readonly 'instances.list.launch-ports': RuleWithForms<'every-runtype'>
  readonly 'instances.list.volume-items': Rule
  readonly 'instances.list.ports-not-running': Choice<'empty' | 'null'>
  readonly 'instances.list.current-costs': Choice<'of-the-moment' | 'storage-alone'>
  readonly 'instances.list.host-ports': Choice<'as-mapped' | 'assigned'>
  readonly 'instances.list.unset': Choice<'empty' | 'null'>
  readonly 'instances.list.telemetry': Choice<'plain' | 'measured'>
  readonly 'instances.list.further-fields': Choice<'none' | 'shown'>
  readonly 'instances.list.owner-in-query': Choice<'ignored' | 'read'>
  readonly 'instances.list.rate-limit': RefusalWithValue<number>
  readonly 'instances.page.pages': Rule
  readonly 'instances.page.columns': Rule
  readonly 'instances.page.filters': Rule
  readonly 'instances.page.order': Rule
  readonly 'instances.page.token-unknown': RefusalRule
  readonly 'instances.saved-filters.none': Rule
  readonly 'instances.show.gone': Choice<'404' | 'null'>
  readonly 'instances.show.shows': Rule
  readonly 'instances.change.answer': RuleWithValue<number>
  readonly 'instances.change.unknown': RefusalRule
  readonly 'instances.change.restarts': Rule
  readonly 'instances.change.starts': Rule
  readonly 'instances.change.stops': Rule
  readonly 'instances.change.labels': Rule
  readonly 'instances.reboot.reboots': Rule
  readonly 'instances.reboot.stopped': RefusalRule
  readonly 'instances.destroy.destroys': Rule
  readonly 'instances.bid.sets-price': RuleWithValue<number>
  readonly 'instances.bid.not-a-bid': RefusalRule
  readonly 'instances.recycle.recycles': RuleWithValue<number>
  readonly 'instances.update-template.updates': RuleWithValue<number>
  readonly 'instances.request-logs.answers': RuleWithValue<number>
  readonly 'instances.request-logs.instance-unknown': RefusalRule
  readonly 'instances.execute.answers': RuleWithValue<number>
  readonly 'instances.execute.instance-unknown': RefusalRule
  readonly 'instances.execute.running': RefusalRule
  readonly 'instances.execute.other-command': RefusalRule & RuleWithForms<'documented'>
  readonly 'instances.output.ready-after': RefusalWithValue<number>
  readonly 'instances.output.shows': RuleWithValue<number>
  readonly 'instances.output.no-such-link': RefusalRule
  readonly 'network-volumes.list.creates': Rule
  readonly 'network-volumes.list.updates': Rule
  readonly 'network-volumes.list.disk-id-invalid': RefusalRule
  readonly 'network-volumes.list.disk-not-owned': RefusalRule
  readonly 'network-volumes.list.unsized-offers-whole-disk': Rule
  readonly 'network-volumes.list.unpriced-is-invented': RuleWithValue<{ readonly from: number; readonly to: number }>
  readonly 'network-volumes.list.size-exceeds-disk': RefusalRule
  readonly 'network-volumes.list.ends-in-the-past': RefusalRule
  readonly 'network-volumes.list.relists-after-expiry': Rule
  readonly 'network-volumes.list.endless-runs-for-a-year': RuleWithValue<number>
  readonly 'network-volumes.list.plural-path': Choice<'absent' | 'served'>
  readonly 'network-volumes.search.statuses': RuleWithValue<number>
  readonly 'network-volumes.search.finds': Rule
  readonly 'network-volumes.search.expires': Rule
  readonly 'network-volumes.search.units': Rule
  readonly 'network-volumes.search.default-limit': RuleWithValue<number>
  readonly 'network-volumes.search.default-order': Rule
  readonly 'network-volumes.search.unknown-order-field': Rule
  readonly 'network-volumes.search.derived-filters': Rule
  readonly 'network-volumes.search.country-code': Rule
  readonly 'network-volumes.search.duration-in-seconds': RuleWithForms<'days'>
  readonly 'network-volumes.search.rate-limit': RefusalRule
  readonly 'network-volumes.search.further-operators': Rule
  readonly 'network-volumes.search.flat-query': Choice<'refused' | 'read'>
  readonly 'network-volumes.search.values-as-text': Choice<'refused' | 'read'>
  readonly 'network-volumes.search.further-fields': Choice<'absent' | 'served'>
  readonly 'network-volumes.unlist.unlists': Rule
  readonly 'network-volumes.unlist.id-missing': RefusalRule
  readonly 'network-volumes.unlist.statuses': RuleWithValue<number>
  readonly 'network-volumes.unlist.privileges-missing': RefusalRule
  readonly 'network-volumes.unlist.id-unknown': RefusalRule
  readonly 'network-volumes.unlist.not-owned': RefusalRule
  readonly 'rate-limit.configured': RefusalRule & RuleWithForms<'reported'>
  readonly 'rate-limit.window': Rule
  readonly 'rate-limit.status': Rule
  readonly 'rate-limit.headers': Choice<'none' | 'sent'>
  readonly 'rate-limit.per-account': Choice<'none' | 'counted'>
  readonly 'rental-offers.search.without-key': Choice<'refused' | 'served'>
  readonly 'rental-offers.search.finds': Rule
  readonly 'rental-offers.search.unknown-name': RefusalRule
  readonly 'rental-offers.search.null-operand': RefusalRule
  readonly 'rental-offers.search.by-id': Rule
  readonly 'rental-offers.search.other-forms': RefusalRule
  readonly 'rental-offers.search.read-by-type': Rule
  readonly 'rental-offers.search.rentable': RuleWithForms<'rented-too'>
  readonly 'rental-offers.search.prices': Rule
  readonly 'rental-offers.search.default-limit': RuleWithValue<number>
  readonly 'request.wrong-field': RefusalRule
  readonly 'request.malformed-json': RefusalRule
  readonly 'request.wrong-content-type': RefusalRule
  readonly 'request.empty-body': Rule
  readonly 'request.too-large': RefusalRule
  readonly 'request.null-is-absent': Rule
  readonly 'request.unknown-field-ignored': Rule
  readonly 'request.repeated-parameter': Rule
  readonly 'request.body-ignored': Rule
  readonly 'request.head': Rule
  readonly 'routing.trailing-slash': Choice<'required' | 'optional' | 'redirects' | 'redirects-permanently'>
  readonly 'routing.neighbouring-operations': Choice<'absent' | 'served'>
  readonly 'routing.unknown-path': RefusalRule
  readonly 'routing.other-version': RefusalRule
  readonly 'routing.wrong-method': RefusalRule
  readonly 'secrets.write.writes': RuleWithValue<number>
  readonly 'secrets.list.lists-own': RuleWithValue<number>
  readonly 'secrets.create.exists': RefusalRule
  readonly 'secrets.change.unknown': RefusalRule
  readonly 'service.sandbox-full': RefusalRule
  readonly 'ssh-keys.no-ssh-key': RefusalRule
  readonly 'ssh-keys.of-instance.attaches': RuleWithValue<number>
  readonly 'ssh-keys.of-instance.attached-already': RefusalRule
  readonly 'ssh-keys.of-instance.instance-unknown': RefusalRule
  readonly 'ssh-keys.of-instance.key-unknown': RefusalRule
  readonly 'ssh-keys.list.lists-own': RuleWithValue<number>
  readonly 'ssh-keys.list.none': Choice<'empty' | 'refused'>
  readonly 'ssh-keys.create.adds': RuleWithValue<number>
  readonly 'ssh-keys.create.duplicate': RefusalRule
  readonly 'ssh-keys.change.changes': RuleWithValue<number>
  readonly 'templates.statuses': RuleWithValue<number>
  readonly 'templates.answers-whole': RuleWithForms<'short'>
  readonly 'templates.env-object': Choice<'ignored' | 'applied' | 'refused'>
  readonly 'templates.env-hostname': Choice<'unread' | 'read'>
  readonly 'templates.disk-space-as-text': Choice<'refused' | 'read'>
  readonly 'templates.env-is-a-string': Rule
  readonly 'templates.env-object-ignored': Rule
  readonly 'templates.env-object-accepted': Rule
  readonly 'templates.env-malformed': RefusalRule
  readonly 'templates.env-words-unread': Rule
  readonly 'templates.shell-words': Rule
  readonly 'templates.args-malformed': RefusalRule
  readonly 'templates.not-owned': RefusalRule
  readonly 'templates.search.values-as-text': Choice<'refused' | 'read'>
  readonly 'templates.search.further-parameters': Choice<'ignored' | 'read'>
  readonly 'templates.search.further-fields': Choice<'none' | 'shown'>
  readonly 'templates.search.finds': Rule
  readonly 'templates.search.needs-user-read': Rule
  readonly 'templates.search.visible': Rule
  readonly 'templates.search.fields': Rule
  readonly 'templates.search.use-ssh': Rule
  readonly 'templates.search.never-used': Rule
  readonly 'templates.create.same-name': Choice<'creates' | 'updates'>
  readonly 'templates.create.creates': Rule
  readonly 'templates.create.defaults': RuleWithValue<{ readonly tag: string; readonly runtype: 'ssh' | 'jupyter' | 'args'; readonly recommended_disk_space: number }>
  readonly 'templates.create.hash-id': RuleWithForms<'content'>
  readonly 'templates.create.required-missing': RefusalRule
  readonly 'templates.create.required-status': Rule
  readonly 'templates.create.no-quota': RefusalWithValue<{ readonly image: number; readonly env: number; readonly disk: number }>
  readonly 'templates.edit.null': RuleWithForms<'keeps'>
  readonly 'templates.edit.rotates-hash-id': Rule
  readonly 'templates.edit.keeps-the-rest': Rule
  readonly 'templates.edit.id-stays': Rule
  readonly 'templates.edit.hash-id-unknown': RefusalRule
  readonly 'templates.delete.by-hash-id': Choice<'refused' | 'deletes'>
  readonly 'templates.delete.deletes': Rule
  readonly 'templates.delete.id-unknown': RefusalRule
  readonly 'users.current.answers': RuleWithValue<number>
  readonly 'users.current.extra-parameter': RefusalRule
  readonly 'users.current.further-fields': Choice<'none' | 'shown'>
  readonly 'users.current.defaults': RuleWithValue<{ readonly credit: number }>
  readonly 'volumes.search.finds': RuleWithValue<number>
  readonly 'volumes.search.unknown-name': RefusalRule
  readonly 'volumes.search.space-left': Rule
  readonly 'volumes.search.default-limit': RuleWithValue<number>
  readonly 'volumes.list.lists-own': RuleWithValue<number>
  readonly 'volumes.create.creates': RuleWithValue<number>
  readonly 'volumes.create.offer-unknown': RefusalRule
  readonly 'volumes.create.size-exceeds-offer': RefusalRule
  readonly 'volumes.delete.deletes': RuleWithValue<number>
  readonly 'volumes.delete.volume-unknown': RefusalRule
  readonly 'volumes.delete.attached': RefusalRule
  readonly 'worker-groups.older-name': Choice<'absent' | 'served'>
  readonly 'worker-groups.endpoint-unknown': RefusalRule
  readonly 'worker-groups.unknown': RefusalRule
  readonly 'worker-groups.list.lists-own': RuleWithValue<number>
  readonly 'worker-groups.create.creates': RuleWithValue<number>
  readonly 'worker-groups.create.defaults': RuleWithValue<{ readonly min_load: number; readonly target_util: number; readonly cold_mult: number; readonly cold_workers: number; readonly max_workers: number; readonly test_workers: number }>
  readonly 'worker-groups.update.updates': RuleWithValue<number>
  readonly 'worker-groups.delete.deletes': RuleWithValue<number>
}

/** The id of a rule. */
export type RuleId = keyof Catalogue

type GroupOf<Id> = Id extends `${infer Resource}.${infer Part}.${string}` ? `${Resource}.${Part}.*` : never

/** All rules whose ids begin so. */
export type RuleGroup = GroupOf<RuleId>
