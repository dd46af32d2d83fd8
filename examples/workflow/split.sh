#!/bin/sh
# split.sh N: writes N pieces into the folder $DATA.
set -eu
mkdir -p "$DATA"
i=1
while [ "$i" -le "$1" ]; do
  seq "$((i * 100))" >"$DATA/piece.$i"
  i=$((i + 1))
done
