// Pact takes longer to load than to verify: this process does what it is asked to do, one after the other.

process.on('message', async ({ module, args, env }) => {
  Object.assign(process.env, env)
  process.exitCode = 0
  const { main } = await import(module)
  await main(args)
  for (const name of Object.keys(env)) delete process.env[name]
  process.stdout.write('\0')
  process.stderr.write('\0')
  process.send(process.exitCode)
})
