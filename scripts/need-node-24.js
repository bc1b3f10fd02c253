// Loaded before every script (package.json). Plain JavaScript, so that an older Node can say what it lacks.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Vestibule needs Node 24; this is ${process.version}. "npm ci" brings it on Linux and Windows (x64, Linux also arm64); elsewhere install it from https://nodejs.org`,
  );
  process.exit(1);
}
