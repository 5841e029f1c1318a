# The base by what it holds; its tag is for people. Another one: --build-arg NODE_IMAGE=...
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# debian, or distroless: without a shell, and half as large.
ARG VARIANT=debian

# The bundle is the same for every processor, so it is made on the one that builds.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /src

# A registry of one's own: --secret id=npmrc,src=$HOME/.npmrc
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --no-audit --no-fund

COPY . .
# There is no env to find node with in an image without a shell.
RUN npm run --silent build \
 && mkdir -p /image/opt/rental-sim/dist /image/usr/local/bin /image/library/fixtures /image/library/scenarios \
 && cp package.json LICENSE /image/opt/rental-sim/ \
 && cp -r dist/cli.cjs dist/cli dist/cli-licenses.txt /image/opt/rental-sim/dist/ \
 && sed -i '1s|.*|#!/usr/local/bin/node|' /image/opt/rental-sim/dist/cli.cjs \
 && chmod 755 /image/opt/rental-sim/dist/cli.cjs \
 && ln -s ../../../opt/rental-sim/dist/cli.cjs /image/usr/local/bin/rental-sim

# Without what installs packages.
FROM ${NODE_IMAGE} AS debian
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*

# Node, the libraries that it is linked with, and the names of users.
FROM ${NODE_IMAGE} AS bare
RUN mkdir -p /bare/usr/local/bin /bare/etc \
 && cp /usr/local/bin/node /bare/usr/local/bin/ \
 && cp /etc/passwd /etc/group /bare/etc/ \
 && ldd /usr/local/bin/node | grep -o '/[^ ]*' | while read -r library; do cp --dereference --parents "$library" /bare/; done

FROM scratch AS distroless
COPY --from=bare /bare/ /
ENV PATH=/usr/local/bin

# With its default again: Buildah 1.28 (Debian 12) finds no stage by the default of an ARG.
FROM ${VARIANT:-debian}
ARG NODE_IMAGE
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="rental-sim" \
      org.opencontainers.image.description="A simulator of the Compute Rental Marketplace API" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
COPY --from=build /image/ /

# Loopback in here is out of reach. Who may reach the port is for whoever publishes it to say.
ENV RENTAL_SIM_HOST=0.0.0.0 \
    RENTAL_SIM_LIBRARY=/library \
    RENTAL_SIM_LOG=json
EXPOSE 4010

# By number, so that runAsNonRoot can tell.
USER 1000:1000
WORKDIR /library
# Each check starts Node: often until the first one passes, seldom after that.
HEALTHCHECK --start-period=30s --interval=30s --timeout=3s --retries=3 CMD ["rental-sim", "health"]
ENTRYPOINT ["rental-sim"]
