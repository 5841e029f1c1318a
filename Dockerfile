# A tag moves. To stay with one image, name it by its digest: --build-arg NODE_IMAGE=docker.io/library/node@sha256:...
ARG NODE_IMAGE=docker.io/library/node:24-slim

# The bundle is the same for every processor, so it is made on the one that builds.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /src

# A registry of one's own: --secret id=npmrc,src=$HOME/.npmrc
COPY package.json package-lock.json ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --no-audit --no-fund

COPY . .
RUN npm run --silent build \
 && mkdir -p /image/opt/rental-sim/dist /image/usr/local/bin /image/library/fixtures /image/library/scenarios \
 && cp package.json LICENSE /image/opt/rental-sim/ \
 && cp -r dist/cli.cjs dist/cli dist/cli-licenses.txt /image/opt/rental-sim/dist/ \
 && chmod 755 /image/opt/rental-sim/dist/cli.cjs \
 && ln -s ../../../opt/rental-sim/dist/cli.cjs /image/usr/local/bin/rental-sim

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="rental-sim" \
      org.opencontainers.image.description="A simulator of the Compute Rental Marketplace API" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image/ /
# What installs packages has nothing to do here.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*

# Loopback in here is out of reach. Who may reach the port is for whoever publishes it to say.
ENV RENTAL_SIM_HOST=0.0.0.0 \
    RENTAL_SIM_LIBRARY=/library \
    RENTAL_SIM_LOG=json
EXPOSE 4010

# By number, so that runAsNonRoot can tell.
USER 1000:1000
WORKDIR /library
# Each check starts Node: often until the first one passes, seldom after that.
HEALTHCHECK --start-period=30s --start-interval=500ms --interval=30s --timeout=3s --retries=3 CMD ["rental-sim", "health"]
ENTRYPOINT ["rental-sim"]
