#!/bin/bash
# Verifies and unpacks an OCI image, and runs its program with the configuration of the image, with its own processes and network.
# Needs root, umoci, skopeo and jq.
#
#   image.sh FOLDER IMAGE.tar
set -euo pipefail
folder=$1 image=$2

if [[ -z ${IN_NAMESPACE:-} ]]; then
  IN_NAMESPACE=yes exec unshare --mount --pid --net --fork --kill-child bash "$0" "$@"
fi
skopeo inspect "oci-archive:$image" >/dev/null
mkdir "$folder/image"
tar -xf "$image" -C "$folder/image"
tag=$(umoci list --layout "$folder/image")
umoci unpack --image "$folder/image:$tag" "$folder/bundle" # verifies the digests
echo 'done: the image'

root=$folder/bundle/rootfs
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
ip link set lo up
# Runs the entry point as a container engine would, with its user, environment and folder.
run() {
  local process=$folder/bundle/config.json entry user group home env
  entry=$(jq -r .process.args[0] "$process")
  user=$(jq .process.user.uid "$process") group=$(jq .process.user.gid "$process")
  home=$(jq -r .process.cwd "$process")
  mapfile -t env < <(jq -r '.process.env[]' "$process")
  env -i "${env[@]}" chroot --userspec="$user:$group" "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$home" "$entry" "$@"
}
[[ $(run --version) == "metasched $tag"* ]]
run simulate --cycles 1 --out /tmp/result >/dev/null
run check /tmp/result >/dev/null
echo 'done: a simulation'

args=$(jq -r '.process.args[1:] | join(" ")' "$folder/bundle/config.json")
run $args >"$folder/log" 2>&1 &
for ((i = 0; i < 120; i++)); do
  if run status >"$folder/status" 2>&1; then break; fi
  sleep 1
done
grep -q "^metasched $tag" "$folder/status" || {
  cat "$folder/status" "$folder/log"
  exit 1
}
[[ -d $root/var/lib/metasched/book && $(stat -c %u "$root/var/lib/metasched/book") == 900 ]]
echo 'done: the service'
