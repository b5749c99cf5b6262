// Measures pg-boss or graphile-worker: node peers.mjs NAME URL. Reads a command a line, as JSON, and answers each with a line.
import readline from 'node:readline'

const QUEUE = 'noop'
const [name, url] = process.argv.slice(2)
const CONNECTIONS = 20
const BULK = 1000

const pause = millis => new Promise(done => setTimeout(done, millis))
const now = () => Number(process.hrtime.bigint()) / 1e6
const payload = bytes => ({ at: now(), text: 'x'.repeat(bytes - 40) })

function percentile (values, part) {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]
}

// Fetches and completes jobs in bulk, which is the fastest way that its API has.
async function pgBoss () {
  const { default: PgBoss } = await import('pg-boss')
  const boss = new PgBoss({ connectionString: url, max: CONNECTIONS, schedule: false })
  boss.on('error', console.error)
  await boss.start()
  await boss.createQueue(QUEUE)

  async function loop (state, handler, batchSize) {
    while (!state.ended) {
      const jobs = await boss.fetch(QUEUE, { batchSize })
      if (jobs.length === 0) {
        await pause(5)
        continue
      }
      jobs.forEach(job => handler(job.data))
      await boss.complete(QUEUE, jobs.map(job => job.id))
    }
  }

  return {
    one: data => boss.send(QUEUE, data),
    all: list => boss.insert(list.map(data => ({ name: QUEUE, data }))),
    async work (handler) {
      const state = { ended: false }
      const loops = [1, 2, 3, 4].map(() => loop(state, handler, BULK))
      return async () => {
        state.ended = true
        await Promise.all(loops)
      }
    },
    // Its workers poll twice a second at most.
    async serve (handler) {
      await boss.work(QUEUE, { batchSize: 10, pollingIntervalSeconds: 0.5 }, async jobs => jobs.forEach(job => handler(job.data)))
      return () => boss.offWork(QUEUE)
    }
  }
}

// With the options of its page on performance: jobs are fetched and completed in bulk.
async function graphile () {
  const { run, makeWorkerUtils, Logger } = await import('graphile-worker')
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString: url, maxPoolSize: CONNECTIONS, logger })
  await utils.migrate()

  async function runner (handler, worker) {
    const running = await run({
      preset: { worker: { connectionString: url, maxPoolSize: CONNECTIONS, pollInterval: 500, ...worker } },
      logger,
      noHandleSignals: true,
      taskList: { [QUEUE]: async data => handler(data) }
    })
    return () => running.stop()
  }

  return {
    one: data => utils.addJob(QUEUE, data),
    all: list => utils.addJobs(list.map(data => ({ identifier: QUEUE, payload: data }))),
    work: handler => runner(handler,
      { concurrentJobs: 24, localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }),
    serve: handler => runner(handler, { concurrentJobs: 10 })
  }
}

const queue = await (name === 'pg-boss' ? pgBoss() : graphile())

async function fill (jobs, bytes) {
  for (let left = jobs; left > 0; left -= BULK) {
    await queue.all(Array.from({ length: Math.min(left, BULK) }, () => payload(bytes)))
  }
}

async function enqueue ({ callers, batch, millis, bytes }) {
  let count = 0
  const began = now()
  await Promise.all(Array.from({ length: callers }, async () => {
    while (now() - began < millis) {
      await (batch === 1 ? queue.one(payload(bytes)) : queue.all(Array.from({ length: batch }, () => payload(bytes))))
      count += batch
    }
  }))
  return { rate: count * 1000 / (now() - began) }
}

async function drain ({ jobs, bytes }) {
  await fill(jobs, bytes)
  let left = jobs
  let last
  const ended = new Promise(done => { last = done })
  const began = now()
  const stop = await queue.work(() => { if (--left === 0) last() })
  await ended
  const time = now() - began
  await stop()
  return { rate: jobs * 1000 / time }
}

async function latency ({ jobs, rate, bytes }) {
  const ages = []
  const warm = 20
  const stop = await queue.serve(data => ages.push(now() - data.at))
  const began = now()
  for (let i = 0; i < warm + jobs; i++) {
    const wait = began + i * 1000 / rate - now()
    if (wait > 0) await pause(wait)
    await queue.one(payload(bytes))
  }
  while (ages.length < warm + jobs) await pause(10)
  await stop()
  const counted = ages.slice(warm)
  return { p50: percentile(counted, 0.5), p99: percentile(counted, 0.99) }
}

async function steady ({ rate, millis, bytes }) {
  const late = []
  const began = now()
  const stop = await queue.work(data => {
    const at = now() - began
    if (at >= millis / 2 && at <= millis) late.push(now() - data.at)
  })
  const batch = rate / 100
  for (let due = 0; due < millis && now() - began < millis; due += 10) {
    const wait = began + due - now()
    if (wait > 0) await pause(wait)
    await queue.all(Array.from({ length: batch }, () => payload(bytes)))
  }
  await pause(Math.max(0, began + millis - now()))
  await stop()
  return { rate: late.length * 2000 / millis, p99: percentile(late, 0.99) }
}

const commands = { enqueue, drain, latency, steady }
await drain({ jobs: 3000, bytes: 300 })
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { command, ...options } = JSON.parse(line)
  console.log(JSON.stringify(await commands[command](options)))
}
process.exit(0)
