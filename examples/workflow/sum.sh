#!/bin/sh
# sum.sh: adds the counts in the folder $DATA, and prints the sum.
set -eu
cat "$DATA"/count.* | awk '{ sum += $1 } END { print sum }' | tee "$DATA/sum"
