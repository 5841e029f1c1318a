import type { Existence } from '../../kernel/operation.ts'
import { choice } from '../../kernel/rule.ts'

const recorded = 'official client of August 2026, recorded'
const contract = 'the contract'

export const pluralPath: Existence = choice({
  id: 'network-volumes.list.plural-path',
  evidence: `${contract} has the path in the singular`,
  text: 'Whether a network volume is listed at /api/v0/network_volumes/ too.',
  usual: 'absent',
  alternatives: {
    absent: {
      text: 'Network volumes are listed at /api/v0/network_volume/.',
      evidence: `${contract} has the path in the singular`,
    },
    served: {
      text: 'Network volumes are listed at /api/v0/network_volumes/, too.',
      evidence: `${recorded}: it sends there; so does that of April 2026`,
    },
  },
  observed: 'served',
})

/** How a search is read, and what else its offers show. */
export const observedSearch = {
  flatQuery: choice({
    id: 'network-volumes.search.flat-query',
    evidence: `${contract} has the query in q`,
    text: 'Whether the body may be the query itself.',
    usual: 'refused',
    alternatives: {
      refused: { text: 'A body without q is refused.', evidence: `${contract} has the query in q` },
      read: { text: 'A body without q is the query.', evidence: `${recorded}: it sends no q` },
    },
    observed: 'read',
  }),
  textValues: choice({
    id: 'network-volumes.search.values-as-text',
    evidence: `${contract} shows numbers and booleans`,
    text: 'Whether a filter takes numbers and booleans as strings.',
    usual: 'refused',
    alternatives: {
      refused: {
        text: 'A string is not a value for a field that is a number or a boolean.',
        evidence: `${contract} shows numbers and booleans`,
      },
      read: {
        text: 'A string is read by the type of its field: "500" as a number, "true" as a boolean.',
        evidence: `${recorded}: it sends {"gt": "500"}`,
      },
    },
    observed: 'read',
  }),
  furtherFields: choice({
    id: 'network-volumes.search.further-fields',
    evidence: `${contract} lists the fields of offers and of queries`,
    text: 'Whether offers show, and queries take, more fields than the contract lists.',
    usual: 'absent',
    alternatives: {
      absent: {
        text: 'Offers show the fields of the contract; a query with another key is refused.',
        evidence: `${contract} lists the fields of offers and of queries`,
      },
      served: {
        text: 'Offers also show id (their ask_contract_id), reliability (reliability2), duration (the time until end_date), verification (verified or unverified), host_id (the owner of the disk) and cluster_id (a disk is a cluster of its own). A query filters by each number that an offer shows, under these names too; external, which no network volume is, and allocated_storage are read, of which the latter changes nothing; other keys are ignored.',
        evidence: `${recorded}: it sends disk_space, external and allocated_storage, and shows these fields; what a cluster is, and what allocated_storage does, is judgement`,
      },
    },
    observed: 'served',
  }),
}
