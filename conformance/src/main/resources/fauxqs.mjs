// Starts the emulator of SNS, SQS and S3 on a free port of the loopback interface: fauxqs.mjs PATH_OF_APP_JS
const { buildApp } = await import(process.argv[2]);
const app = buildApp({ logger: false });
await app.listen({ port: 0, host: "127.0.0.1" });
console.log(`port ${app.server.address().port}`);
