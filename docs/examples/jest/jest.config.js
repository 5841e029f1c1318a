module.exports = {
  testEnvironment: 'node',
  globalSetup: './start-simulator.mjs',
  globalTeardown: './stop-simulator.mjs',
}
