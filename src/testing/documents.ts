import type { RuleChoice } from '../kernel/rules-in-force.ts'

// Made by npm run docs from the schemas of documents.

/** Any text, beside those that an editor offers. */
export type OtherText = string & Record<never, never>

/** The id of an operation. */
export type OperationId = 'network-volumes.list' | 'network-volumes.search' | 'network-volumes.unlist' | 'templates.search' | 'templates.create' | 'templates.edit' | 'templates.delete' | 'instances.create' | 'instances.list' | 'instances.page' | 'instances.saved-filters' | 'instances.show' | 'instances.change' | 'instances.reboot' | 'instances.destroy' | 'endpoint-groups.update' | 'endpoint-groups.list' | 'endpoint-groups.create' | 'endpoint-groups.delete' | 'cloud-connections.list' | 'volumes.search' | 'volumes.list' | 'volumes.create' | 'network-volumes.create' | 'volumes.delete' | 'users.current' | 'gpu-names.list' | 'rental-offers.search'

/** The id of a rule. */
export type RuleId = 'network-volumes.list.creates' | 'network-volumes.list.updates' | 'network-volumes.list.disk-id-invalid' | 'network-volumes.list.disk-not-owned' | 'network-volumes.list.unsized-offers-whole-disk' | 'network-volumes.list.unpriced-is-invented' | 'network-volumes.list.size-exceeds-disk' | 'network-volumes.list.ends-in-the-past' | 'network-volumes.list.relists-after-expiry' | 'network-volumes.search.expires' | 'network-volumes.list.endless-runs-for-a-year' | 'authentication.bearer-key' | 'authentication.key-missing' | 'authentication.key-unknown' | 'authentication.key-in-query' | 'authentication.scope-missing' | 'authentication.scopes' | 'rate-limit.configured' | 'rate-limit.window' | 'rate-limit.status' | 'request.wrong-field' | 'request.malformed-json' | 'request.wrong-content-type' | 'request.empty-body' | 'request.too-large' | 'request.null-is-absent' | 'request.unknown-field-ignored' | 'request.repeated-parameter' | 'service.sandbox-full' | 'routing.trailing-slash' | 'network-volumes.list.plural-path' | 'network-volumes.search.statuses' | 'network-volumes.search.finds' | 'network-volumes.search.units' | 'network-volumes.search.default-limit' | 'network-volumes.search.default-order' | 'network-volumes.search.unknown-order-field' | 'network-volumes.search.derived-filters' | 'network-volumes.search.duration-in-seconds' | 'network-volumes.search.rate-limit' | 'network-volumes.search.further-operators' | 'network-volumes.search.flat-query' | 'network-volumes.search.values-as-text' | 'network-volumes.search.further-fields' | 'network-volumes.unlist.unlists' | 'network-volumes.unlist.id-missing' | 'network-volumes.unlist.statuses' | 'network-volumes.unlist.privileges-missing' | 'network-volumes.unlist.id-unknown' | 'network-volumes.unlist.not-owned' | 'templates.statuses' | 'templates.create.defaults' | 'templates.search.values-as-text' | 'templates.search.further-parameters' | 'templates.search.finds' | 'templates.search.needs-user-read' | 'templates.search.visible' | 'templates.search.fields' | 'templates.search.use-ssh' | 'templates.search.never-used' | 'request.body-ignored' | 'request.head' | 'templates.env-object' | 'templates.env-hostname' | 'templates.disk-space-as-text' | 'templates.env-is-a-string' | 'templates.env-object-ignored' | 'templates.env-object-accepted' | 'templates.env-malformed' | 'templates.env-words-unread' | 'templates.shell-words' | 'templates.args-malformed' | 'templates.create.creates' | 'templates.create.hash-id' | 'templates.create.required-missing' | 'templates.create.required-status' | 'templates.create.no-quota' | 'templates.not-owned' | 'templates.edit.null' | 'templates.edit.rotates-hash-id' | 'templates.edit.keeps-the-rest' | 'templates.edit.id-stays' | 'templates.edit.hash-id-unknown' | 'templates.delete.by-hash-id' | 'templates.delete.deletes' | 'templates.delete.id-unknown' | 'instances.create.further-fields' | 'instances.create.runtype-words' | 'instances.create.vm-without-ssh-key' | 'instances.create.ask-id' | 'instances.create.rents' | 'instances.create.answer' | 'instances.create.running-at-once' | 'instances.create.progression' | 'instances.create.further-parameters' | 'instances.create.template-id-refused' | 'instances.create.misuse-status' | 'instances.create.offer-unknown' | 'instances.create.offer-rented' | 'instances.create.template-unknown' | 'instances.create.image-missing' | 'instances.create.price-invalid' | 'instances.create.volume-unknown' | 'instances.create.volume-not-owned' | 'instances.create.volume-size' | 'instances.create.volume-shared' | 'instances.create.bid-below-minimum' | 'instances.create.host-port-twice' | 'instances.create.defaults' | 'instances.create.uses-template' | 'instances.create.scalars-replaced' | 'instances.create.tag-of-another-image' | 'instances.create.tag-over-image' | 'instances.create.smallest-disk' | 'instances.create.arguments-unused' | 'instances.create.env-merged' | 'instances.create.env-order' | 'instances.create.env-named-twice' | 'instances.create.env-too-long' | 'instances.create.filters-merged' | 'instances.create.filters-not-applied' | 'instances.create.template-volume-never-applied' | 'instances.create.volume-linked' | 'instances.create.volume-created' | 'instances.list.statuses' | 'instances.list.lists-own' | 'instances.list.order' | 'instances.list.time-and-money' | 'instances.list.status-values' | 'instances.list.idle' | 'instances.list.unknown-gpu' | 'instances.list.template-as-launched' | 'instances.list.without-template' | 'instances.list.runtypes' | 'instances.list.ports' | 'instances.list.ports-follow-env' | 'instances.list.launch-ports' | 'instances.list.volume-items' | 'instances.list.ports-not-running' | 'instances.list.stopped-costs' | 'instances.list.further-fields' | 'instances.list.owner-in-query' | 'instances.list.rate-limit' | 'instances.page.pages' | 'instances.page.columns' | 'instances.page.filters' | 'instances.page.order' | 'instances.page.token-unknown' | 'routing.neighbouring-operations' | 'instances.saved-filters.none' | 'instances.show.shows' | 'instances.change.answer' | 'instances.change.unknown' | 'instances.change.restarts' | 'instances.change.starts' | 'instances.change.stops' | 'instances.change.labels' | 'instances.reboot.reboots' | 'instances.reboot.stopped' | 'instances.destroy.destroys' | 'endpoint-groups.update.updates' | 'endpoint-groups.update.group-unknown' | 'endpoint-groups.update.statuses' | 'endpoint-groups.update.target-util-maximum' | 'endpoint-groups.update.above-maximum' | 'endpoint-groups.update.ranges' | 'endpoint-groups.update.further-parameters' | 'endpoint-groups.update.rate-limit' | 'endpoint-groups.list.lists-own' | 'endpoint-groups.create.creates' | 'endpoint-groups.create.defaults' | 'endpoint-groups.delete.deletes' | 'endpoint-groups.delete.group-unknown' | 'cloud-connections.list.statuses' | 'cloud-connections.list.lists-own' | 'cloud-connections.list.order' | 'cloud-connections.list.cloud-types' | 'cloud-connections.list.rate-limit' | 'volumes.search.finds' | 'volumes.search.space-left' | 'volumes.search.default-limit' | 'volumes.list.lists-own' | 'volumes.create.creates' | 'volumes.create.offer-unknown' | 'volumes.create.size-exceeds-offer' | 'volumes.delete.deletes' | 'volumes.delete.volume-unknown' | 'volumes.delete.attached' | 'users.current.answers' | 'users.current.defaults' | 'gpu-names.list.of-offers' | 'rental-offers.search.finds' | 'rental-offers.search.read-by-type' | 'rental-offers.search.rentable' | 'rental-offers.search.prices' | 'rental-offers.search.default-limit' | 'routing.unknown-path' | 'routing.other-version' | 'routing.wrong-method'

/** A refusal, by the id of its rule or by its error code. */
export type RefusalName = 'network-volumes.list.disk-id-invalid' | 'invalid_args' | 'network-volumes.list.disk-not-owned' | 'not_authorized' | 'network-volumes.list.size-exceeds-disk' | 'network-volumes.list.ends-in-the-past' | 'authentication.key-missing' | 'auth_error' | 'authentication.key-unknown' | 'authentication.scope-missing' | 'rate-limit.configured' | 'rate_limited' | 'request.wrong-field' | 'request.malformed-json' | 'request.wrong-content-type' | 'request.too-large' | 'service.sandbox-full' | 'sandbox_full' | 'network-volumes.search.rate-limit' | 'network-volumes.unlist.id-missing' | 'network-volumes.unlist.privileges-missing' | 'network-volumes.unlist.id-unknown' | 'network-volumes.unlist.not-owned' | 'templates.env-malformed' | 'templates.args-malformed' | 'templates.create.required-missing' | 'templates.create.no-quota' | 'templates.not-owned' | 'templates.edit.hash-id-unknown' | 'templates.delete.id-unknown' | 'instances.create.template-id-refused' | 'instances.create.offer-unknown' | 'no_such_ask' | 'instances.create.offer-rented' | 'instances.create.template-unknown' | 'instances.create.image-missing' | 'instances.create.price-invalid' | 'invalid_price' | 'instances.create.volume-unknown' | 'instances.create.volume-not-owned' | 'instances.create.volume-size' | 'instances.create.smallest-disk' | 'instances.create.env-too-long' | 'instances.list.rate-limit' | 'instances.page.token-unknown' | 'instances.change.unknown' | 'no_such_instance' | 'instances.reboot.stopped' | 'endpoint-groups.update.group-unknown' | 'endpoint-groups.update.target-util-maximum' | 'endpoint-groups.update.ranges' | 'endpoint-groups.update.rate-limit' | 'endpoint-groups.delete.group-unknown' | 'cloud-connections.list.rate-limit' | 'volumes.create.offer-unknown' | 'volumes.create.size-exceeds-offer' | 'volumes.delete.volume-unknown' | 'volumes.delete.attached' | 'volume_in_use'

/** A fixture of the package. */
export type FixtureName = 'default' | 'empty' | 'large' | 'showcase'

/** A scenario of the package. */
export type ScenarioName = 'boot-by-polling' | 'boot-never-ends' | 'brown-out' | 'cloud-connections-error' | 'cloud-connections-rate-limited' | 'connection-reset' | 'disk-id-invalid' | 'disk-of-someone-else' | 'empty-account' | 'empty-reply' | 'endpoint-group-not-found' | 'endpoint-group-vanishes' | 'endpoint-update-rate-limited' | 'every-third-fails' | 'expired-listing' | 'flaky-listing' | 'garbage-body' | 'gateway-html' | 'hanging-request' | 'instance-exits' | 'instance-vanishes' | 'instances-rate-limited' | 'key-revoked' | 'lost-reply-on-rent' | 'lost-reply-on-template-create' | 'malformed-body' | 'offer-gone' | 'offer-snatched' | 'offer-unknown' | 'offer-vanishes' | 'outage-window' | 'permission-lost' | 'price-change' | 'rate-limited-polling' | 'rent-with-template-id-refused' | 'search-refused' | 'slow-boot' | 'slow-drip' | 'stale-hash-id' | 'target-util-refused' | 'template-create-refused' | 'template-gone' | 'template-of-someone-else' | 'template-search-without-user-read' | 'truncated-body' | 'unlist-id-missing' | 'unlist-not-authorized' | 'unlist-without-privilege' | 'volume-of-someone-else' | 'wrong-content-type'

/** A value for each of some operations. */
export type ByOperation<Value> = Readonly<Record<string, Value>> & { readonly [Id in OperationId]?: Value }

/** What is chosen at rules, by their ids: the name of an alternative, or what is to be different. */
export type RuleChoices = Readonly<Record<string, RuleChoice>> & { readonly [Id in RuleId]?: RuleChoice }

/** Which requests are meant; what is given must all hold. */
export interface RequestMatch {
  /** The id of an operation, such as instances.list. */
  readonly operation?: OperationId | OtherText | undefined
  /** The HTTP method, in any case. */
  readonly method?: string | undefined
  /** A glob: * within a segment, ** across segments. */
  readonly path?: string | undefined
  /** The key in clear; only its digest is kept. */
  readonly api_key?: string | undefined
  /** The user whose key the request carries. */
  readonly user_id?: number | undefined
  /** Headers by name, in any case, with their values. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Parameters of the query, with their values. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** JSONPath (RFC 9535: names, [index], *, ..name, and one filter of names and literals a segment, such as [?@.name == "x"]) to the value that one of its nodes has. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** What a fault does: delays that add up, and at most one thing in place of the answer. */
export interface EffectDocument {
  /** Answers with this status, and with body and headers where they are given. */
  readonly status?: number | undefined
  /** The operation's own refusal, by the id of its rule or by its error code. */
  readonly refuse?: RefusalName | OtherText | undefined
  /** The refusal of the rate limiter, 429. */
  readonly rate_limited?: true | undefined
  /** Resets the connection (TCP RST). With stream: after the operation has happened by then. */
  readonly reset?: true | undefined
  /** The connection ends without a byte. */
  readonly empty_response?: true | undefined
  /** Sends a part of the real body and closes: below 1 a fraction, else bytes. */
  readonly truncate_body?: number | undefined
  /** The real answer with its JSON broken. */
  readonly malformed_json?: true | undefined
  /** 256 random bytes in place of a body, from the seed. */
  readonly garbage?: true | undefined
  /** The real answer as text/plain. */
  readonly wrong_content_type?: true | undefined
  /** The HTML page of a gateway with status 502. */
  readonly html_502?: true | undefined
  /** Sends the real answer in so many chunks, with an interval before each but the first. */
  readonly dribble?: {
    /** How many. */
    readonly chunks: number
    /** Milliseconds of the sandbox's clock. */
    readonly interval_ms: number
  } | undefined
  /** Changes the JSON of the real answer, step by step: set, drop, add, reverse, empty, repeat, count, float, status. */
  readonly answer?: readonly ({
    /** A JSONPath: each node it leads to gets another value. */
    readonly set: string
    /** The value. $request{$.body.id} in a text is a value of the request. */
    readonly to: unknown
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath: each node it leads to is taken out. */
    readonly drop: string
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath to objects: each gets the fields. */
    readonly add: string
    /** Names and values. */
    readonly fields: Readonly<Record<string, unknown>>
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath to lists: each is put in reverse order. */
    readonly reverse: string
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath to lists: each is emptied. */
    readonly empty: string
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath to rows: each gets a copy behind it. */
    readonly repeat: string
    /** Other values of the copy. */
    readonly with: Readonly<Record<string, unknown>>
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath: how many nodes it leads to is put where `into` leads. */
    readonly count: string
    /** A JSONPath to where the number is put. */
    readonly into: string
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath to whole numbers: they are written with .0. */
    readonly float: string
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** Another status of the answer. */
    readonly status: number
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  })[] | undefined
  /** Changes body and query before the operation reads them: set, drop, add. */
  readonly request?: readonly ({
    /** A JSONPath: each node it leads to gets another value. */
    readonly set: string
    /** The value. $request{$.body.id} in a text is a value of the request. */
    readonly to: unknown
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath: each node it leads to is taken out. */
    readonly drop: string
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  } | {
    /** A JSONPath to objects: each gets the fields. */
    readonly add: string
    /** Names and values. */
    readonly fields: Readonly<Record<string, unknown>>
    /** Only where this path leads to something of the request. */
    readonly where?: string | undefined
    /** Only where this path leads to nothing of the request. */
    readonly unless?: string | undefined
  })[] | undefined
  /** Delays what follows, on the sandbox's clock; with hang, how long it hangs. */
  readonly latency_ms?: number | undefined
  /** Up to so much more, drawn from the seed. */
  readonly jitter_ms?: number | undefined
  /** Never answers, until latency_ms have passed or the fault is taken away. */
  readonly hang?: true | undefined
  /** With status: JSON, or a text. */
  readonly body?: unknown | undefined
  /** With status: headers of the answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** after: the operation happens, then its answer is replaced. */
  readonly stream?: 'before' | 'after' | undefined
}

/** Which requests (match), which of those (when), and what happens (effect). */
export interface FaultDocument {
  /** How reports, logs and control calls name it. */
  readonly name: string
  /** Which requests it meets; what is given must all hold. Nothing means all. */
  readonly match?: RequestMatch | undefined
  /** On which of the matching requests it fires. Nothing means each. */
  readonly when?: {
    /** Fires on the first so many of the matching requests. */
    readonly times?: number | undefined
    /** Skips so many of the matching requests. */
    readonly after?: number | undefined
    /** Fires on each so many-th of the matching requests: 3 is the third, the sixth. */
    readonly every?: number | undefined
    /** Fires on so large a share of the matching requests, above 0 and at most 1; drawn from the seed. */
    readonly probability?: number | undefined
    /** Seconds since activation, from and to. */
    readonly between?: readonly [number, number] | undefined
    /** One effect for each matching request in turn, null for none; after the last none. */
    readonly sequence?: readonly (EffectDocument | null)[] | undefined
  } | undefined
  /** What happens to the request: delays, and at most one thing in place of the answer. */
  readonly effect?: EffectDocument | undefined
  /** Reports the fault when it never fired. */
  readonly must_fire?: boolean | undefined
}

/** A call that no operation takes (match), and what it is answered with (answer). */
export interface StubDocument {
  /** How reports, logs and control calls name it. */
  readonly name: string
  /** Which calls it answers: calls that no operation takes. */
  readonly match: {
    /** The HTTP method, in any case. */
    readonly method?: string | undefined
    /** A glob: * within a segment, ** across segments. */
    readonly path: string
    /** Parameters of the query, with their values. */
    readonly query?: Readonly<Record<string, string>> | undefined
    /** Headers by name, in any case, with their values. */
    readonly headers?: Readonly<Record<string, string>> | undefined
    /** JSONPath (RFC 9535: names, [index], *, ..name, and one filter of names and literals a segment, such as [?@.name == "x"]) to the value that one of its nodes has. */
    readonly body?: Readonly<Record<string, unknown>> | undefined
  }
  /** What they are answered with; it is always injected. */
  readonly answer: {
    /** Of the answer. */
    readonly status?: number | undefined
    /** Of the answer. */
    readonly headers?: Readonly<Record<string, string>> | undefined
    /** JSON, or a text. $request{$.body.id} in a text is a value of the request. */
    readonly body?: unknown | undefined
  }
}

/** The rows that a world starts with. What is left out is invented. */
export interface FixtureDocument {
  /** For editors. */
  readonly $schema?: string | undefined
  /** Who owns the other rows, and whose API keys are accepted. */
  readonly users?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The name. */
    readonly name: string
    /** The address. */
    readonly email?: string | undefined
    /** $. */
    readonly credit?: number | undefined
    /** The keys of the user: in clear, or by their SHA-256. */
    readonly api_keys?: readonly ({
      /** The key in clear; only its digest is kept. */
      readonly key: string
      /** What the key may do; absent means everything. */
      readonly permissions?: readonly ('instance_read' | 'instance_write' | 'user_read' | 'user_write' | 'billing_read' | 'billing_write' | 'machine_read' | 'machine_write' | 'misc' | 'team_read' | 'team_write')[] | undefined
    } | {
      /** The SHA-256 of the key, in hex. */
      readonly key_sha256: string
      /** What the key may do; absent means everything. */
      readonly permissions?: readonly ('instance_read' | 'instance_write' | 'user_read' | 'user_write' | 'billing_read' | 'billing_write' | 'machine_read' | 'machine_write' | 'misc' | 'team_read' | 'team_write')[] | undefined
    })[] | undefined
    /** Public SSH keys; a virtual machine needs one. */
    readonly ssh_keys?: readonly string[] | undefined
  })[] | undefined
  /** Network storage of hosts, listed or not. */
  readonly network_disks?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The id of the user who owns it. */
    readonly user_id: number
    /** GB. */
    readonly size: number
    /** In MB/s. */
    readonly inet_up?: number | undefined
    /** In MB/s. */
    readonly inet_down?: number | undefined
    /** In a scale from 0 to 1. */
    readonly reliability2?: number | undefined
    /** Whether its host is verified. */
    readonly verified?: boolean | undefined
    /** A place with its country code: `Norway, NO`. */
    readonly geolocation?: string | undefined
    /** In MiB/s. */
    readonly nw_disk_avg_bw?: number | undefined
    /** In MiB/s. */
    readonly nw_disk_max_bw?: number | undefined
    /** In MiB/s. */
    readonly nw_disk_min_bw?: number | undefined
  })[] | undefined
  /** Listings of network disks; the id is the ask_contract_id of the offer. */
  readonly network_volume_offers?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** Identifier of the network disk being listed. */
    readonly disk_id: number
    /** Price per GB of network volume storage. */
    readonly price_disk?: number | undefined
    /** Size in GB of the space available to rent. */
    readonly size?: number | undefined
    /** Maximum discount rate allowed for prepaid credits. */
    readonly credit_discount_max?: number | undefined
    /** Unix timestamp at which the listing expires. */
    readonly end_date?: number | undefined
    /** Unix seconds; invented when absent. */
    readonly start_date?: number | undefined
  })[] | undefined
  /** Images with settings, from which instances are made. */
  readonly templates?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The id of the user who made it. */
    readonly creator_id: number
    /** Human-readable name. */
    readonly name: string
    /** Container image path. */
    readonly image: string
    /** Image tag; `latest` when it is not given. */
    readonly tag?: string | undefined
    /** Description. */
    readonly desc?: string | undefined
    /** Longer documentation text. */
    readonly readme?: string | undefined
    /** Environment and ports, as the flags `-e` and `-p` of one line. */
    readonly env?: string | undefined
    /** Shell commands run when the instance starts. */
    readonly onstart?: string | undefined
    /** How the instance is launched, and reached; `args` when it is not given. */
    readonly runtype?: 'ssh' | 'jupyter' | 'args' | undefined
    /** Arguments of the entrypoint of the image, as one line. */
    readonly args_str?: string | undefined
    /** Direct SSH connection; recommended together with runtype ssh. */
    readonly ssh_direct?: boolean | undefined
    /** SSH access, direct or proxied. */
    readonly use_ssh?: boolean | undefined
    /** Direct Jupyter connection. */
    readonly jup_direct?: boolean | undefined
    /** Directory from which Jupyter is launched. */
    readonly jupyter_dir?: string | null | undefined
    /** Lab interface instead of the notebook interface. */
    readonly use_jupyter_lab?: boolean | undefined
    /** Private registry address. */
    readonly docker_login_repo?: string | undefined
    /** Private registry user name. */
    readonly docker_login_user?: string | undefined
    /** A secret: it is kept sealed and never shown. */
    readonly docker_login_pass?: string | undefined
    /** Link to the image's documentation page. */
    readonly href?: string | undefined
    /** Repository identifier. */
    readonly repo?: string | undefined
    /** Default machine search filters: `{<field>: {<operator>: <value>}}`. */
    readonly extra_filters?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
    /** Recommended disk space in GB; 8 when it is not given. */
    readonly recommended_disk_space?: number | undefined
    /** Whether the template is private. */
    readonly private?: boolean | undefined
    /** Hint for user interfaces only; never applied. */
    readonly volume_info?: Readonly<Record<string, unknown>> | null | undefined
    /** Pins the first hash_id; without it the content is hashed. */
    readonly hash_id?: string | undefined
    /** How often the template was edited. */
    readonly revision?: number | undefined
    /** Earlier hash_ids, newest first. */
    readonly retired_hash_ids?: readonly string[] | undefined
    /** Whether the marketplace recommends it. */
    readonly recommended?: boolean | undefined
    /** How many instances were made from it. */
    readonly count_created?: number | undefined
    /** Unix seconds. */
    readonly recent_create_date?: number | null | undefined
    /** Unix seconds; invented when absent. */
    readonly created_at?: number | undefined
  })[] | undefined
  /** Machines to rent; an instance copies the values of its offer. */
  readonly offers?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The machine it runs on. */
    readonly machine_id?: number | undefined
    /** The id of the user who hosts it. */
    readonly host_id?: number | undefined
    /** The address of the machine. */
    readonly public_ipaddr?: string | undefined
    /** Space-separated addresses. */
    readonly local_ipaddrs?: string | undefined
    /** `amd64` or `arm64`. */
    readonly cpu_arch?: string | undefined
    /** The model of the processor. */
    readonly cpu_name?: string | undefined
    /** Cores of the machine. */
    readonly cpu_cores?: number | undefined
    /** Cores that come with it. */
    readonly cpu_cores_effective?: number | undefined
    /** In MB. */
    readonly cpu_ram?: number | undefined
    /** The model; memory, bandwidth, speed and price follow where it is known. */
    readonly gpu_name?: string | undefined
    /** The architecture of the GPUs. */
    readonly gpu_arch?: string | undefined
    /** How many GPUs. */
    readonly num_gpus?: number | undefined
    /** In MB. */
    readonly gpu_totalram?: number | undefined
    /** In MB. */
    readonly gpu_ram?: number | undefined
    /** The share of the machine’s GPUs, 0 to 1. */
    readonly gpu_frac?: number | undefined
    /** PCIe lanes of each GPU. */
    readonly gpu_lanes?: number | undefined
    /** In GB/s. */
    readonly gpu_mem_bw?: number | undefined
    /** In GB/s. */
    readonly bw_nvlink?: number | undefined
    /** The model of the disk. */
    readonly disk_name?: string | undefined
    /** In MB/s. */
    readonly disk_bw?: number | undefined
    /** How many ports can be reached directly. */
    readonly direct_port_count?: number | undefined
    /** Whether that address stays. */
    readonly static_ip?: boolean | undefined
    /** A place with its country code: `Norway, NO`. */
    readonly geolocation?: string | undefined
    /** Two letters. */
    readonly country_code?: string | null | undefined
    /** `verified` or `unverified`. */
    readonly verification?: string | undefined
    /** In $/hour. */
    readonly min_bid?: number | undefined
    /** In $/hour. */
    readonly dph_base?: number | undefined
    /** A score of its speed in deep learning. */
    readonly dlperf?: number | null | undefined
    /** The speed for its price. */
    readonly score?: number | null | undefined
    /** TFLOPS of all GPUs. */
    readonly total_flops?: number | undefined
    /** In a scale from 0 to 1. */
    readonly reliability2?: number | undefined
    /** The version of the operating system. */
    readonly os_version?: string | null | undefined
    /** A page about it, or null. */
    readonly webpage?: string | null | undefined
    /** The model of the board. */
    readonly mobo_name?: string | undefined
    /** The generation of PCIe. */
    readonly pci_gen?: number | undefined
    /** In GB/s. */
    readonly pcie_bw?: number | undefined
    /** In $/GB/month. */
    readonly storage_cost?: number | undefined
    /** $ per hour and MB of GPU memory. */
    readonly vram_costperhour?: number | undefined
    /** The greatest discount for prepaid credit, 0 to 1. */
    readonly credit_discount_max?: number | undefined
    /** Whether it is offered by another marketplace. */
    readonly external?: boolean | undefined
    /** Whether it can be rented. */
    readonly rentable?: boolean | undefined
    /** In MB/s. */
    readonly inet_up?: number | undefined
    /** In MB/s. */
    readonly inet_down?: number | undefined
    /** The newest CUDA version that its driver takes. */
    readonly cuda_max_good?: number | undefined
    /** In GHz. */
    readonly cpu_ghz?: number | undefined
    /** The version of the GPU driver. */
    readonly driver_version?: string | undefined
    /** Compute capability times 100. */
    readonly compute_cap?: number | undefined
  })[] | undefined
  /** Local storage of users, which an instance can attach. */
  readonly volumes?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The id of the user who owns it. */
    readonly user_id: number
    /** GB. */
    readonly size: number
    /** The offer from which it was created. */
    readonly volume_offer_id?: number | undefined
    /** The network disk on which it lies. */
    readonly network_disk_id?: number | undefined
    /** What its owner calls it. */
    readonly label?: string | undefined
    /** Unix seconds; invented when absent. */
    readonly start_date?: number | undefined
  })[] | undefined
  /** Local storage to rent. */
  readonly volume_offers?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** GB. */
    readonly size: number
    /** Unix seconds. */
    readonly end_date?: number | undefined
    /** The machine it runs on. */
    readonly machine_id?: number | undefined
    /** The id of the user who hosts it. */
    readonly host_id?: number | undefined
    /** `verified` or `unverified`. */
    readonly verification?: string | undefined
    /** In a scale from 0 to 1. */
    readonly reliability2?: number | undefined
    /** In MB/s. */
    readonly inet_up?: number | undefined
    /** In MB/s. */
    readonly inet_down?: number | undefined
    /** A place with its country code: `Norway, NO`. */
    readonly geolocation?: string | undefined
    /** The model of the disk. */
    readonly disk_name?: string | undefined
    /** In MB/s. */
    readonly disk_bw?: number | undefined
    /** GHz. */
    readonly cpu_ghz?: number | undefined
    /** The newest CUDA version that its driver takes. */
    readonly cuda_max_good?: number | undefined
    /** The version of the GPU driver. */
    readonly driver_version?: string | undefined
    /** In $/GB/month. */
    readonly storage_cost?: number | undefined
  })[] | undefined
  /** Rented machines; what is left out comes from the offer, or is invented from the seed. */
  readonly instances?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The id of the user who owns it. */
    readonly user_id: number
    /** The id of the offer that it rents; no two instances have the same. */
    readonly offer_id: number
    /** A name for the instance. */
    readonly label?: string | undefined
    /** How it is launched, and reached. */
    readonly runtype?: 'ssh' | 'jupyter' | 'args' | 'ssh_proxy' | 'ssh_direct' | 'jupyter_proxy' | 'jupyter_direct' | undefined
    /** Shell commands run when the instance starts. */
    readonly onstart?: string | undefined
    /** Lab interface instead of the notebook interface. */
    readonly use_jupyter_lab?: boolean | undefined
    /** Directory from which Jupyter is launched. */
    readonly jupyter_dir?: string | undefined
    /** Filters of offers, as a search takes them. */
    readonly extra_filters?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
    /** A bid, $/hour. */
    readonly price?: number | undefined
    /** How it gets to run; absent: it runs already. */
    readonly boot?: {
      /** It runs at once. */
      readonly mode: 'immediate'
    } | {
      /** It runs after a time. */
      readonly mode: 'after'
      /** Seconds of the sandbox's clock. */
      readonly seconds: number
    } | {
      /** It runs after it was read so often. */
      readonly mode: 'reads'
      /** How often. */
      readonly n: number
    } | {
      /** It runs when a test changes its row. */
      readonly mode: 'manual'
    } | undefined
    /** How often it was listed while it booted. */
    readonly reads?: number | undefined
    /** The status that a listing shows. */
    readonly actual_status?: 'created' | 'loading' | 'running' | 'stopped' | 'frozen' | 'exited' | 'rebooting' | 'unknown' | 'offline' | undefined
    /** The state of the container. */
    readonly cur_state?: 'running' | 'stopped' | 'unloaded' | undefined
    /** The state that it goes to. */
    readonly next_state?: 'running' | 'stopped' | 'unloaded' | undefined
    /** The status that its owner wants. */
    readonly intended_status?: 'running' | 'stopped' | 'frozen' | undefined
    /** What a listing says about the status. */
    readonly status_msg?: string | undefined
    /** In Unix seconds. */
    readonly end_date?: number | undefined
    /** Unix seconds; invented when absent. */
    readonly start_date?: number | undefined
    /** Unix seconds; where it began to run neither at its start nor after a boot time. */
    readonly running_since?: number | undefined
    /** The latest start after a stop, or reboot; boot and reads count from it. */
    readonly restart?: {
      /** Unix seconds. */
      readonly at: number
      /** Its actual_status until it runs. */
      readonly shows: 'loading' | 'rebooting'
    } | undefined
    /** Unix seconds; when its user stopped it. */
    readonly stopped_since?: number | undefined
    /** How long it was stopped before that. */
    readonly stopped_seconds?: number | undefined
    /** Image reference. */
    readonly image?: string | undefined
    /** Arguments of the entrypoint of the image. */
    readonly args?: readonly string[] | undefined
    /** Environment and ports, as the flags `-e` and `-p` of one line. */
    readonly env?: string | undefined
    /** Whether SSH is reached directly. */
    readonly ssh_direct?: boolean | undefined
    /** Whether SSH is on. */
    readonly use_ssh?: boolean | undefined
    /** Whether Jupyter is reached directly. */
    readonly jup_direct?: boolean | undefined
    /** The id of the template it was made from. */
    readonly template_id?: number | undefined
    /** The hash_id of the template it was made from. */
    readonly template_hash_id?: string | undefined
    /** The name of the template it was made from. */
    readonly template_name?: string | undefined
    /** GB. */
    readonly disk_space?: number | undefined
    /** Local storage of users, which an instance can attach. */
    readonly volumes?: readonly ({
      /** The id of a volume. */
      readonly volume_id: number
      /** In GB. */
      readonly size: number
      /** Where it is in the container. */
      readonly mount_path: string
    })[] | undefined
    /** The machine it runs on. */
    readonly machine_id?: number | undefined
    /** The id of the user who hosts it. */
    readonly host_id?: number | undefined
    /** The address of the machine. */
    readonly public_ipaddr?: string | undefined
    /** Space-separated addresses. */
    readonly local_ipaddrs?: string | undefined
    /** `amd64` or `arm64`. */
    readonly cpu_arch?: string | undefined
    /** The model of the processor. */
    readonly cpu_name?: string | undefined
    /** Cores of the machine. */
    readonly cpu_cores?: number | undefined
    /** Cores that come with it. */
    readonly cpu_cores_effective?: number | undefined
    /** In MB. */
    readonly cpu_ram?: number | undefined
    /** The model; memory, bandwidth, speed and price follow where it is known. */
    readonly gpu_name?: string | undefined
    /** The architecture of the GPUs. */
    readonly gpu_arch?: string | undefined
    /** How many GPUs. */
    readonly num_gpus?: number | undefined
    /** In MB. */
    readonly gpu_totalram?: number | undefined
    /** In MB. */
    readonly gpu_ram?: number | undefined
    /** The share of the machine’s GPUs, 0 to 1. */
    readonly gpu_frac?: number | undefined
    /** PCIe lanes of each GPU. */
    readonly gpu_lanes?: number | undefined
    /** In GB/s. */
    readonly gpu_mem_bw?: number | undefined
    /** In GB/s. */
    readonly bw_nvlink?: number | undefined
    /** The model of the disk. */
    readonly disk_name?: string | undefined
    /** In MB/s. */
    readonly disk_bw?: number | undefined
    /** How many ports can be reached directly. */
    readonly direct_port_count?: number | undefined
    /** Whether that address stays. */
    readonly static_ip?: boolean | undefined
    /** A place with its country code: `Norway, NO`. */
    readonly geolocation?: string | undefined
    /** Two letters. */
    readonly country_code?: string | null | undefined
    /** `verified` or `unverified`. */
    readonly verification?: string | undefined
    /** In $/hour. */
    readonly min_bid?: number | undefined
    /** In $/hour. */
    readonly dph_base?: number | undefined
    /** A score of its speed in deep learning. */
    readonly dlperf?: number | null | undefined
    /** The speed for its price. */
    readonly score?: number | null | undefined
    /** TFLOPS of all GPUs. */
    readonly total_flops?: number | undefined
    /** In a scale from 0 to 1. */
    readonly reliability2?: number | undefined
    /** The version of the operating system. */
    readonly os_version?: string | null | undefined
    /** A page about it, or null. */
    readonly webpage?: string | null | undefined
    /** The model of the board. */
    readonly mobo_name?: string | undefined
    /** The generation of PCIe. */
    readonly pci_gen?: number | undefined
    /** In GB/s. */
    readonly pcie_bw?: number | undefined
    /** In $/GB/month. */
    readonly storage_cost?: number | undefined
    /** $ per hour and MB of GPU memory. */
    readonly vram_costperhour?: number | undefined
    /** The greatest discount for prepaid credit, 0 to 1. */
    readonly credit_discount_max?: number | undefined
    /** Whether it is offered by another marketplace. */
    readonly external?: boolean | undefined
    /** Whether it can be rented. */
    readonly rentable?: boolean | undefined
    /** In MB/s. */
    readonly inet_up?: number | undefined
    /** In MB/s. */
    readonly inet_down?: number | undefined
    /** The newest CUDA version that its driver takes. */
    readonly cuda_max_good?: number | undefined
    /** In GHz. */
    readonly cpu_ghz?: number | undefined
    /** The version of the GPU driver. */
    readonly driver_version?: string | undefined
    /** Compute capability times 100. */
    readonly compute_cap?: number | undefined
    /** In fractions. */
    readonly cpu_util?: number | undefined
    /** GB of memory that it may use. */
    readonly mem_limit?: number | undefined
    /** GB of memory in use. */
    readonly mem_usage?: number | undefined
    /** GB of GPU memory in use. */
    readonly vmem_usage?: number | undefined
    /** In fractions. */
    readonly gpu_util?: number | undefined
    /** In degrees Celsius. */
    readonly gpu_temp?: number | undefined
    /** The share of the disk in use. */
    readonly disk_util?: number | undefined
    /** GB in use. */
    readonly disk_usage?: number | undefined
    /** The port for SSH on the machine. */
    readonly machine_dir_ssh_port?: number | undefined
    /** The first of them, or -1. */
    readonly direct_port_start?: number | undefined
    /** The last of them, or -1. */
    readonly direct_port_end?: number | undefined
    /** The host for SSH. */
    readonly ssh_host?: string | undefined
    /** The number of the SSH proxy. */
    readonly ssh_idx?: string | undefined
    /** The port for SSH. */
    readonly ssh_port?: number | undefined
    /** Prepaid credit, $. */
    readonly credit_balance?: number | undefined
    /** The discount for prepaid credit, 0 to 1. */
    readonly credit_discount?: number | undefined
  })[] | undefined
  /** Groups of serverless workers behind an endpoint. */
  readonly endpoint_groups?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The id of the user who owns it. */
    readonly user_id: number
    /** Deployment endpoint name. */
    readonly endpoint_name?: string | undefined
    /** Minimum floor load in performance units per second: tokens per second for language models. */
    readonly min_load?: number | undefined
    /** Target capacity utilization as a fraction, 1.0 at most. */
    readonly target_util?: number | undefined
    /** Capacity target of cold instances as a multiple of the hot capacity target. */
    readonly cold_mult?: number | undefined
    /** Minimum number of workers kept cold when there is no load. */
    readonly cold_workers?: number | undefined
    /** Maximum number of workers. */
    readonly max_workers?: number | undefined
    /** Minimum load, in units of min_load, for which cold workers are kept. */
    readonly min_cold_load?: number | undefined
    /** Whether it serves. */
    readonly endpoint_state?: 'active' | 'suspended' | 'stopped' | undefined
    /** Longest time in the queue, in seconds. */
    readonly max_queue_time?: number | undefined
    /** Time in the queue that is aimed at, in seconds. */
    readonly target_queue_time?: number | undefined
    /** Seconds without requests after which no worker is kept. */
    readonly inactivity_timeout?: number | undefined
    /** The name of its autoscaler. */
    readonly autoscaler_instance?: string | undefined
  })[] | undefined
  /** Connections of users to cloud storage. */
  readonly cloud_connections?: readonly ({
    /** The id; no two rows of a collection have the same. */
    readonly id: number
    /** The values are those of the public API reference: the contract shows none. */
    readonly cloud_type: 'drive' | 's3' | 'b2' | 'dropbox' | 'hf'
    /** As the user named it. */
    readonly name: string
    /** The id of the user who owns it. */
    readonly user_id: number
  })[] | undefined
  /** More rows, invented from the seed. */
  readonly generate?: {
    /** Rented by nobody. */
    readonly offers?: number | undefined
    /** Each with a disk of its own. */
    readonly network_volume_offers?: number | undefined
    /** Public ones of the marketplace. */
    readonly templates?: number | undefined
    /** Each with an offer of its own, for the users who are no hosts in turn, from the templates they may use, in all statuses. */
    readonly instances?: number | undefined
  } | undefined
  /** Invents from this seed, whatever the server was started with. An export has it. */
  readonly seed?: string | undefined
  /** Unix seconds around which dates are invented. An export has it. */
  readonly epoch?: number | undefined
  /** What is chosen at single rules, by their ids, where a world opens with it. */
  readonly rules?: RuleChoices | undefined
  /** The highest id each collection ever had, so that none is given twice. An export has it. */
  readonly last_ids?: {
    /** Who owns the other rows, and whose API keys are accepted. */
    readonly users?: number | undefined
    /** Network storage of hosts, listed or not. */
    readonly network_disks?: number | undefined
    /** Listings of network disks; the id is the ask_contract_id of the offer. */
    readonly network_volume_offers?: number | undefined
    /** Images with settings, from which instances are made. */
    readonly templates?: number | undefined
    /** Machines to rent; an instance copies the values of its offer. */
    readonly offers?: number | undefined
    /** Local storage of users, which an instance can attach. */
    readonly volumes?: number | undefined
    /** Local storage to rent. */
    readonly volume_offers?: number | undefined
    /** Rented machines; what is left out comes from the offer, or is invented from the seed. */
    readonly instances?: number | undefined
    /** Groups of serverless workers behind an endpoint. */
    readonly endpoint_groups?: number | undefined
    /** Connections of users to cloud storage. */
    readonly cloud_connections?: number | undefined
  } | undefined
}

/** A named world and what goes wrong in it. Given in code it needs neither name nor description. */
export interface ScenarioDocument {
  /** For editors. */
  readonly $schema?: string | undefined
  /** By which it is started; that of its file. */
  readonly name?: string | undefined
  /** When to use it. */
  readonly description?: string | undefined
  /** What lists show it under; without it under "Yours". */
  readonly purpose?: 'network' | 'rate-limits' | 'permissions' | 'refusals' | 'data' | 'instances' | undefined
  /** Further names, for Pact. */
  readonly provider_states?: readonly string[] | undefined
  /** Used as ${name}; $${ stands for ${. */
  readonly params?: Readonly<Record<string, {
    /** What its values are. */
    readonly type: 'string' | 'number' | 'boolean'
    /** The value where none is given; without it one must be. */
    readonly default?: string | number | boolean | undefined
    /** What it changes. */
    readonly description?: string | undefined
  }>> | undefined
  /** The data to start from: a fixture by name, several to be put together, or a fixture written out. Without it that of the server. */
  readonly fixture?: FixtureName | OtherText | readonly (FixtureName | OtherText)[] | Readonly<Record<string, unknown>> | undefined
  /** real, frozen, an instant at which it is frozen, or { at, frozen }. Without it the clock goes on as it is. */
  readonly clock?: 'real' | 'frozen' | OtherText | {
    /** The instant, ISO 8601 with a zone. */
    readonly at?: string | undefined
    /** Whether it stands still. */
    readonly frozen?: boolean | undefined
  } | undefined
  /** Which requests come too soon; without it those of the server. */
  readonly rate_limit?: {
    /** false refuses no request for coming too soon. */
    readonly enabled?: boolean | undefined
    /** Seconds between two requests of one key, by operation id. */
    readonly thresholds?: ByOperation<number> | undefined
  } | undefined
  /** How new instances get to run; without it as the server has it. */
  readonly progression?: {
    /** When a new instance runs. */
    readonly instances: {
      /** It runs at once. */
      readonly mode: 'immediate'
    } | {
      /** It runs after a time. */
      readonly mode: 'after'
      /** Seconds of the sandbox's clock. */
      readonly seconds: number
    } | {
      /** It runs after it was read so often. */
      readonly mode: 'reads'
      /** How often. */
      readonly n: number
    } | {
      /** It runs when a test changes its row. */
      readonly mode: 'manual'
    }
  } | undefined
  /** Whose behaviour is simulated; without it that of the server. */
  readonly dialect?: 'documented' | 'observed' | undefined
  /** What is chosen at single rules, by their ids: see docs/dialects.md. */
  readonly rules?: RuleChoices | undefined
  /** What goes wrong: see docs/faults.md. */
  readonly faults?: readonly FaultDocument[] | undefined
  /** Answers to calls that no operation takes. */
  readonly stubs?: readonly StubDocument[] | undefined
  /** Changes of rows at instants of the clock. */
  readonly timeline?: readonly ({
    /** Seconds since activation. */
    readonly after?: number | undefined
    /** An instant, in place of after. */
    readonly at?: string | undefined
    /** Fields to change, or whole rows to add, by collection and id. */
    readonly set?: {
      /** Rows of users, by id. */
      readonly users?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of network_disks, by id. */
      readonly network_disks?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of network_volume_offers, by id. */
      readonly network_volume_offers?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of templates, by id. */
      readonly templates?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of offers, by id. */
      readonly offers?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of volumes, by id. */
      readonly volumes?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of volume_offers, by id. */
      readonly volume_offers?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of instances, by id. */
      readonly instances?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of endpoint_groups, by id. */
      readonly endpoint_groups?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
      /** Rows of cloud_connections, by id. */
      readonly cloud_connections?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
    } | undefined
    /** Rows that disappear, by collection. */
    readonly remove?: {
      /** Rows of network_disks, by id. */
      readonly network_disks?: readonly number[] | undefined
      /** Rows of network_volume_offers, by id. */
      readonly network_volume_offers?: readonly number[] | undefined
      /** Rows of templates, by id. */
      readonly templates?: readonly number[] | undefined
      /** Rows of offers, by id. */
      readonly offers?: readonly number[] | undefined
      /** Rows of volumes, by id. */
      readonly volumes?: readonly number[] | undefined
      /** Rows of volume_offers, by id. */
      readonly volume_offers?: readonly number[] | undefined
      /** Rows of instances, by id. */
      readonly instances?: readonly number[] | undefined
      /** Rows of endpoint_groups, by id. */
      readonly endpoint_groups?: readonly number[] | undefined
      /** Rows of cloud_connections, by id. */
      readonly cloud_connections?: readonly number[] | undefined
    } | undefined
  })[] | undefined
}
