// A producer and consumer of the bus with the client of Redis for Node: bus_client.cjs PORT produce|consume STREAM
const { createClient } = require("redis");

const [port, action, stream] = process.argv.slice(2);

async function produce(bus) {
  await bus.xAdd(stream, "*", {
    schema_version: "1.0.0",
    event_id: "node-1",
    title: "Free Bagels",
    source: "manual",
    type: "FREE_FOOD_EVENT",
    published_at: "2025-11-02T14:03:22Z",
    retries: "0",
    metadata: "{}",
  });
}

async function consume(bus) {
  await bus.xGroupCreate(stream, "node", "0", { MKSTREAM: true });
  const read = await bus.xReadGroup("node", "one", { key: stream, id: ">" }, { COUNT: 1, BLOCK: 30000 });
  const entry = read[0].messages[0];
  await bus.xAck(stream, "node", entry.id);
  console.log(JSON.parse(entry.message.data).title);
}

(async () => {
  const bus = await createClient({ socket: { host: "127.0.0.1", port: Number(port) } }).connect();
  await { produce, consume }[action](bus);
  bus.destroy();
})();
