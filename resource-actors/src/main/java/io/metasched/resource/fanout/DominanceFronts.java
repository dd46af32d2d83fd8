package io.metasched.resource.fanout;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.search.RankedOffers;
import io.metasched.resource.slots.Offers;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * First k usable offers at a tick, by rank. If only the cost matters, they are the first k of all
 * offers. Otherwise, they are the first k for each class of lengths: of the offers that are no
 * longer (and, for energy, need no more energy).
 *
 * <p>Each front is a bit set over ranks, with the rank of its last member. Bits after that rank may
 * represent slots that have ended; such a bit is cleared when the front reaches it.
 */
final class DominanceFronts {
  private final RankedOffers ranked;
  private final int ranks;
  private final int words;
  private final int most;
  private final int count;
  private final int[] frontOf; // own front, by rank
  private final long[] lengths; // by front
  private final long[] energies; // by front; all 0 if lengths do not matter
  private final boolean ordered; // whether a front contains all fronts before it
  private final long[] latest;

  private final long[] bits; // a front occupies consecutive words
  private final int[] sizes;
  private final int[] last; // rank of the last member, or the number of ranks if all are members
  private final int[] lastBefore;
  private long tick;

  /**
   * Creates fronts without members.
   *
   * @param most maximum number of members of a front
   * @param latest last usable tick of the slot added last, by rank; maintained by the caller
   */
  DominanceFronts(
      Offers offers, RankedOffers ranked, Criterion criterion, long most, long[] latest) {
    this.ranked = ranked;
    ranks = ranked.size();
    words = (ranks + 63) >>> 6;
    this.most = (int) Math.min(most, Integer.MAX_VALUE);
    this.latest = latest;
    ordered = !criterion.countsPower();
    boolean costOnly = criterion.ignoresLengths();
    count = costOnly ? 1 : ordered ? ranked.classCount() : ranks;
    frontOf = new int[ranks];
    lengths = new long[count];
    energies = new long[count];
    for (int rank = 0; rank < ranks && !costOnly; rank++) {
      int front = ordered ? ranked.lengthClass(rank) : rank;
      frontOf[rank] = front;
      lengths[front] = ranked.length(rank);
      if (!ordered) {
        long power = offers.node(ranked.offerAt(rank)).powerMilli();
        energies[front] = Ticks.costMilli(power, lengths[front]);
      }
    }
    bits = new long[words * count];
    sizes = new int[count];
    last = new int[count];
    Arrays.fill(last, ranks);
    lastBefore = new int[count];
  }

  /** Begins the changes of a tick. */
  void beginTick(long newTick) {
    tick = newTick;
    System.arraycopy(last, 0, lastBefore, 0, count);
  }

  /** Makes an offer usable. */
  void add(int rank) {
    int own = frontOf[rank];
    for (int front = ordered ? own : 0; front < count; front++) {
      if (!contains(front, own)) {
        continue;
      }
      bits[front * words + (rank >>> 6)] |= 1L << rank;
      if (last[front] == ranks) {
        if (++sizes[front] == most) {
          last[front] = previous(front, ranks);
        }
      } else if (rank < last[front]) {
        last[front] = previous(front, last[front]);
      }
    }
  }

  /** Removes an offer that was a member of its own front at some tick. */
  void remove(int rank) {
    int own = frontOf[rank];
    for (int front = ordered ? own : 0; front < count; front++) {
      int word = front * words + (rank >>> 6);
      if (!contains(front, own) || (bits[word] >>> rank & 1) == 0) { // already dropped
        continue;
      }
      bits[word] &= ~(1L << rank);
      if (last[front] == ranks) {
        sizes[front]--;
      } else if (rank <= last[front]) {
        last[front] = nextUsable(front, last[front] + 1);
        sizes[front] = last[front] == ranks ? most - 1 : most;
      }
    }
  }

  /** Passes members that are new after the changes of the tick to {@code member}. */
  void forEachNew(int[] added, int addedCount, IntConsumer member) {
    for (int i = 0; i < addedCount; i++) {
      if (added[i] <= last[frontOf[added[i]]]) {
        member.accept(added[i]);
      }
    }
    for (int front = 0; front < count; front++) {
      int end = Math.min(last[front] + 1, ranks);
      int rank = lastBefore[front] < last[front] ? next(front, lastBefore[front] + 1) : ranks;
      while (rank < end) {
        member.accept(rank);
        rank = next(front, rank + 1);
      }
    }
  }

  int count() {
    return count;
  }

  /** Returns the length of the longest part in a front, if the length matters. */
  long length(int front) {
    return lengths[front];
  }

  /**
   * Returns whether a front is full and its {@code nodes} most expensive members cost at most
   * {@code limit}.
   */
  boolean mostExpensiveWithin(int front, int nodes, long limit) {
    if (sizes[front] < most) {
      return false;
    }
    long left = limit;
    int rank = last[front] + 1;
    for (int i = 0; i < nodes; i++) {
      rank = previous(front, rank);
      if (ranked.costMilli(rank) > left) {
        return false;
      }
      left -= ranked.costMilli(rank);
    }
    return true;
  }

  /** Returns whether offers whose own front is {@code own} are members of {@code front}. */
  private boolean contains(int front, int own) {
    return ordered || (lengths[own] <= lengths[front] && energies[own] <= energies[front]);
  }

  private int nextUsable(int front, int from) {
    int rank = next(front, from);
    while (rank < ranks && latest[rank] < tick) {
      bits[front * words + (rank >>> 6)] &= ~(1L << rank);
      rank = next(front, rank + 1);
    }
    return rank;
  }

  /** Returns the first rank from {@code from} on whose bit is set, or the number of ranks. */
  private int next(int front, int from) {
    if (from >= ranks) {
      return ranks;
    }
    int word = from >>> 6;
    long rest = bits[front * words + word] & -1L << from;
    while (rest == 0) {
      if (++word == words) {
        return ranks;
      }
      rest = bits[front * words + word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  /** Returns the last rank below {@code end} whose bit is set; such a rank must exist. */
  private int previous(int front, int end) {
    int word = (end - 1) >>> 6;
    long rest = bits[front * words + word] & -1L >>> -end;
    while (rest == 0) {
      rest = bits[front * words + --word];
    }
    return (word << 6) + 63 - Long.numberOfLeadingZeros(rest);
  }
}
