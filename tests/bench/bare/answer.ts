import Fastify from "fastify";

// A route that answers a text of the wanted length and does nothing else.
const [length = 0] = process.argv.slice(2).map(Number);
const text = JSON.stringify("x".repeat(Math.max(0, length - 2)));
const app = Fastify();
app.get("/", (_request, reply) => reply.type("application/json; charset=utf-8").send(text));
process.send?.(await app.listen({ host: "127.0.0.1", port: 0 }));

// Whoever asked is gone.
process.once("disconnect", () => process.exit());
