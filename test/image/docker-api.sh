#!/usr/bin/env bash
# Runs a command with the Docker API of Podman at DOCKER_HOST, in a network of its own: unshare --net docker-api.sh COMMAND...
set -euo pipefail

FOLDER=$RENTAL_SIM_IMAGE_STORE
sed '1a cgroups = "disabled"' "$CONTAINERS_CONF" >"$FOLDER/docker-api.conf"
export CONTAINERS_CONF=$FOLDER/docker-api.conf
ip link set lo up
sysctl --quiet --write net.ipv4.ip_forward=1

SOCKET=$FOLDER/docker.sock
rm -f "$SOCKET"
podman system service --time 0 "unix://$SOCKET" 2>"$FOLDER/docker-api.log" &
trap 'kill $!' EXIT
until [ -S "$SOCKET" ]; do sleep 0.1; done
DOCKER_HOST=unix://$SOCKET "$@"
