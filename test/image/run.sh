#!/usr/bin/env bash
# Builds the image, runs it, and tests what runs: npm run test:image. Needs Debian, root, and
# apt-get install --no-install-recommends buildah podman crun debootstrap containers-storage catatonit containernetworking-plugins iproute2 iptables
# What is made once stays in RENTAL_SIM_IMAGE_STORE, outside the repository.
set -euo pipefail
cd "$(dirname "$0")/../.."

[ "$(id -u)" = 0 ] || { echo 'test:image needs root, to make a file system and to run containers' >&2; exit 1; }
for tool in buildah podman crun debootstrap unshare nsenter flock ip iptables; do
  command -v "$tool" >/dev/null || { echo "test:image needs $tool, which is not installed" >&2; exit 1; }
done

STORE=${RENTAL_SIM_IMAGE_STORE:-${TMPDIR:-/tmp}/rental-sim-image}
mkdir -p "$STORE"
# One run at a time, and its mounts are its own.
[ -n "${RENTAL_SIM_IMAGE_LOCKED:-}" ] ||
  RENTAL_SIM_IMAGE_LOCKED=1 exec flock --close "$STORE/lock" unshare --mount "$PWD/test/image/run.sh" "$@"
# Older versions of crun refuse a machine with both generations of control groups.
umount /sys/fs/cgroup/unified 2>/dev/null || true

cat >"$STORE/storage.conf" <<CONF
[storage]
driver = "${RENTAL_SIM_IMAGE_DRIVER:-overlay}"
graphroot = "$STORE/store"
runroot = "$STORE/run"
CONF
# Podman's own limits may be higher than what the machine allows.
cat >"$STORE/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=1024:4096", "nproc=4096:4096"]
[engine]
runtime = "crun"
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
tmp_dir = "$STORE/podman"
CONF
export CONTAINERS_STORAGE_CONF=$STORE/storage.conf CONTAINERS_CONF=$STORE/containers.conf

tidy() {
  podman rm --all --force --time 0 >/dev/null
  podman image prune --force >/dev/null
}
tidy
trap tidy EXIT

RENTAL_SIM_IMAGE_STORE=$STORE
# A stand-in has another digest.
RENTAL_SIM_IMAGE_BASE=$(sed -n 's/^ARG NODE_IMAGE=\([^@]*\).*/\1/p' Dockerfile)
export RENTAL_SIM_IMAGE_STORE RENTAL_SIM_IMAGE_BASE
test/image/base-image.sh "$RENTAL_SIM_IMAGE_BASE" "$STORE"
npx vitest run --project image "$@"
