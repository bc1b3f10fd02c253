import cluster from "node:cluster";

// The real server in several processes, on a machine that has no memory for the third one when it is first to be started.
const { fork } = cluster;
let forks = 0;
cluster.fork = (environment) => {
  forks += 1;
  if (forks === 3) throw new Error("spawn ENOMEM");
  return fork(environment);
};
await import("./start-server.ts");
