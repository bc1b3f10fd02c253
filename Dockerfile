# The server with its commands for operators. The build needs everything; what runs needs no tool of it.
FROM node:24-slim AS build
WORKDIR /vestibule
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What was compiled here is root's; the server keeps its own.
RUN npm run build && rm -rf build/cache

FROM node:24-slim
ENV NODE_ENV=production VESTIBULE_HOST=0.0.0.0 VESTIBULE_DATABASE_FILE=/data/vestibule.sqlite
WORKDIR /vestibule
# All that the build cannot hold: the hashes of passwords, which are the machine's own code.
COPY --from=build /vestibule/node_modules/@node-rs node_modules/@node-rs
COPY package.json screens.config.json clients.config.json vendors.config.json ./
COPY schemas schemas
COPY locales locales
COPY partners partners
COPY states states
COPY scripts scripts
COPY src src
COPY --from=build /vestibule/build build
RUN mkdir /data build/cache && chown node:node /data build/cache
USER node
VOLUME /data
EXPOSE 5400
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 5400}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, so that it gets the signal to stop.
CMD ["node", "scripts/start.js"]
