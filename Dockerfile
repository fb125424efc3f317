# The product as one image: pages, API, sockets and media in one process. See docs/operate/install.md, "In containers".

# This image provides npm; the Node that builds and runs is the version in package-lock.json.
FROM node:24-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# npm links the packages into node_modules.
COPY packages/age-proof/package.json packages/age-proof/
COPY packages/bench/package.json packages/bench/
COPY packages/media/package.json packages/media/
COPY packages/whip-conformance/package.json packages/whip-conformance/
RUN npm ci --omit=dev
COPY astro.config.mjs astro-i18next.config.mjs tsconfig.json ./
COPY scripts scripts
COPY contract contract
COPY packages packages
COPY public public
COPY src src
# The build reads the editors' content with the product's code.
COPY server server
# Makes canonical links absolute; without it they are relative.
ARG SITE_URL
RUN MODE=production npm run build

FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
WORKDIR /app
# The code belongs to root; the product may write only its data and, in the demo, the clips it draws.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin vonk \
  && install -d -o vonk -g vonk /data node_modules/.cache
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY contract contract
COPY demo demo
COPY packages packages
COPY scripts scripts
COPY server server
COPY src/content src/content
ENV PATH=/app/node_modules/node/bin:$PATH \
  NODE_ENV=production \
  MODE=production \
  HOST=0.0.0.0 \
  PORT=4321 \
  DATA_DIR=/data \
  MEDIA_PORTS=40000-40199 \
  MALLOC_ARENA_MAX=2
USER vonk
VOLUME /data
EXPOSE 4321/tcp 40000-40199/udp
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process, so it receives this signal and drains; allow it 30 s.
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
