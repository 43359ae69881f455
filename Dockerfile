# Two stages: what builds the service does not ship with it. Node 24, which serves up to twice as many
# requests as the 20.19 that the service asks for at least.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
RUN npm ci --loglevel=error
COPY nest-cli.json tsconfig.json .swcrc ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build
# Production dependencies alone: without the compiler, the tests and the embedded PostgreSQL.
RUN npm prune --omit=dev --loglevel=error

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# The caption below a QR code needs a font, and the image has none.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages/embedded-postgres ./packages/embedded-postgres
COPY --from=build /app/packages/pages ./packages/pages
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
# Longer than the drain of 8 seconds, so that an orderly stop is never cut short.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The process itself is PID 1 and handles its signals: no shell, no npm in between.
CMD ["node", "dist/main.js"]
