import { answerKind } from './kinds/answer.ts'
import { dribbleKind } from './kinds/dribble.ts'
import { emptyResponseKind } from './kinds/empty-response.ts'
import { garbageKind } from './kinds/garbage.ts'
import { html502Kind } from './kinds/html-502.ts'
import { idsAboveKind } from './kinds/ids-above.ts'
import { malformedJsonKind } from './kinds/malformed-json.ts'
import { rateLimitedKind } from './kinds/rate-limited.ts'
import { refuseKind } from './kinds/refuse.ts'
import { requestKind } from './kinds/request.ts'
import { resetKind } from './kinds/reset.ts'
import { statusKind } from './kinds/status.ts'
import { truncateBodyKind } from './kinds/truncate-body.ts'
import { wrongContentTypeKind } from './kinds/wrong-content-type.ts'

/** All kinds of faults. A new one is a file in kinds/ and a line here. */
export const kinds = [
  statusKind,
  refuseKind,
  rateLimitedKind,
  resetKind,
  emptyResponseKind,
  truncateBodyKind,
  malformedJsonKind,
  garbageKind,
  wrongContentTypeKind,
  html502Kind,
  dribbleKind,
  answerKind,
  requestKind,
  idsAboveKind,
] as const
