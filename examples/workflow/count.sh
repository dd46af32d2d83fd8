#!/bin/sh
# count.sh N: counts the lines of piece N in the folder $DATA.
set -eu
wc -l <"$DATA/piece.$1" >"$DATA/count.$1"
