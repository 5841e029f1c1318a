export { dashboard } from '../dashboard/server/app.ts'
