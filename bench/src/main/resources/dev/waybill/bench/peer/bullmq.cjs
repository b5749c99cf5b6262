// Measures BullMQ as Waybill is measured. Arguments: a task, a port of Redis, a JSON object with the amount of work.
// Prints one line with a JSON array of numbers.
'use strict';
const { Queue, Worker } = require('bullmq');

const [task, port, amount] = process.argv.slice(2);
const plan = JSON.parse(amount);
const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };
const name = 'bench-' + task;
const queue = new Queue(name, { connection });
const STAMP = 20;

const nanos = () => process.hrtime.bigint();
const stamped = () => nanos().toString().padStart(STAMP, '0') + plan.filler;
const age = (payload) => Number(nanos() - BigInt(payload.slice(0, STAMP)));
const perSecond = (jobs, began) => (jobs * 1e9) / Number(nanos() - began);

async function add(count) {
  if (count === 1) {
    await queue.add('noop', { payload: stamped() });
  } else {
    await queue.addBulk(Array.from({ length: count }, () => ({ name: 'noop', data: { payload: stamped() } })));
  }
}

// Runs all jobs with this many handlers at once, until as many as expected have started.
function work(concurrency, expected, seen) {
  return new Promise((resolve, reject) => {
    let left = expected;
    const worker = new Worker(name, async (job) => {
      seen(job.data.payload);
      left -= 1;
      if (left === 0) resolve(worker);
    }, { connection, concurrency });
    worker.on('error', reject);
  });
}

async function callInTurn(end, taken) {
  while (nanos() < end && taken.jobs < plan.most) {
    await add(plan.batch);
    taken.jobs += plan.batch;
  }
}

async function enqueue() {
  const taken = { jobs: 0 };
  const began = nanos();
  const end = began + BigInt(plan.seconds) * 1_000_000_000n;
  await Promise.all(Array.from({ length: plan.callers }, () => callInTurn(end, taken)));
  return [perSecond(taken.jobs, began)];
}

async function drain() {
  for (let left = plan.jobs; left > 0; left -= 1000) {
    await add(Math.max(2, Math.min(left, 1000)));
  }
  const began = nanos();
  const worker = await work(plan.workers, plan.jobs, () => {});
  const rate = perSecond(plan.jobs, began);
  await worker.close();
  return [rate];
}

async function latency() {
  const ages = [];
  const all = work(plan.workers, plan.jobs, (payload) => ages.push(age(payload)));
  const began = nanos();
  for (let i = 0; i < plan.jobs; i += 1) {
    const wait = Number(began + BigInt(i) * BigInt(plan.period) - nanos()) / 1e6;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await add(1);
  }
  await (await all).close();
  return ages;
}

const tasks = { callers: enqueue, bulk: enqueue, drain, latency };
queue.waitUntilReady()
  .then(() => tasks[task]())
  .then((numbers) => console.log(JSON.stringify(numbers)))
  .then(() => queue.close())
  .then(() => process.exit(0), (failure) => {
    console.error(failure);
    process.exit(1);
  });
