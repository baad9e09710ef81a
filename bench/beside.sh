#!/usr/bin/env bash
# Light playouts per second of CPU time, ours and those of another program by turns, in one thread.
#
#   cargo build --release -p katsura-games --example playouts
#   bench/beside.sh GAME SIZE COUNT ROUNDS COMMAND...
#
# COMMAND runs the other program and prints "playouts_per_second NUMBER", for libEGO 0.1.127 (built with its own release flags) for example
#   sh -c './engine -b 200 | awk "/ kpps\$/ {print \"playouts_per_second\", \$1 * 1000}"'
# COUNT is the number of our single playouts in a round; batches play ten times as many.
set -euo pipefail
cd "$(dirname "$0")/.."
game=$1 size=$2 count=$3 rounds=$4
shift 4
rate() { # FORM COUNT
    local seconds
    TIMEFORMAT="%U %S"
    seconds=$({ time target/release/examples/playouts "$game" "$size" "$1" "$2" >/dev/null; } 2>&1)
    awk -v n="$2" -v s="$seconds" 'BEGIN { split(s, part, " "); printf "%.0f", n / (part[1] + part[2]) }'
}
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
echo "round single batch other single/other batch/other"
for round in $(seq "$rounds"); do
    single=$(rate single "$count")
    other=$("$@" | sed -n 's/.*playouts_per_second \([0-9.]*\).*/\1/p')
    batch=$(rate batch $((10 * count)))
    awk "BEGIN { printf \"%d %d %d %d %.2f %.2f\n\", $round, $single, $batch, $other, $single / $other, $batch / $other }" | tee -a "$rows"
done
median() { cut -d' ' -f"$1" "$rows" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
echo "median ratio: single $(median 5), batch $(median 6)"
