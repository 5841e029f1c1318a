import { z } from 'zod'

// Compiling schemas takes a tenth of the start, and pays off only after many more requests than a test run makes.
// It is set before the first schema is made, and only here: in a library zod is shared with whoever uses it.
z.config({ jitless: true })
