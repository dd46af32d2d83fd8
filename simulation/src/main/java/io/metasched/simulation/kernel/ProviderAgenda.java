package io.metasched.simulation.kernel;

import io.metasched.resource.model.Ticks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is due at providers by itself: the ends of what runs there, the reservations that begin, and
 * the passes of their local schedulers. A provider has a pass when it is asked for; with a period
 * the passes come at its multiples only, counted from tick 0.
 *
 * <p>Cost: O(log n) per event, and O(p) for the next tick, for p providers. Confined to one thread.
 */
public final class ProviderAgenda {
  /** No event. */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * Something that ends.
   *
   * @param job its number
   */
  public record End(long tick, int job, int provider) implements Comparable<End> {
    @Override
    public int compareTo(End other) {
      int byTick = Long.compare(tick, other.tick);
      return byTick != 0 ? byTick : Integer.compare(job, other.job);
    }
  }

  private final PriorityQueue<End> ends = new PriorityQueue<>();
  private final TreeMap<Long, TreeSet<Integer>> begins = new TreeMap<>();
  private final long[] nextPass;
  private final long periodTicks;

  /**
   * @param periodTicks between two passes of a provider, 0 for a pass whenever it is asked for
   */
  public ProviderAgenda(int providers, long periodTicks) {
    this.periodTicks = periodTicks;
    nextPass = new long[providers];
    Arrays.fill(nextPass, NEVER);
  }

  /** The first tick at which anything is due; {@link #NEVER} where nothing is. */
  public long nextTick() {
    long next = ends.isEmpty() ? NEVER : ends.element().tick();
    next = begins.isEmpty() ? next : Math.min(next, begins.firstKey());
    for (long pass : nextPass) {
      next = Math.min(next, pass);
    }
    return next;
  }

  /** Something that runs is to end. */
  public void add(End end) {
    ends.add(end);
  }

  /** A reservation is to begin. */
  public void begins(int provider, long tick) {
    begins.computeIfAbsent(tick, t -> new TreeSet<>()).add(provider);
  }

  /** A provider is to have a pass, now or at the next multiple of the period. */
  public void askForPass(int provider, long now) {
    nextPass[provider] = Ticks.next(now, 0, periodTicks);
  }

  /** All providers are to have a pass. */
  public void askForPasses(long now) {
    for (int i = 0; i < nextPass.length; i++) {
      askForPass(i, now);
    }
  }

  /** What ends now, by number: once. */
  public List<End> takeEnds(long now) {
    var due = new ArrayList<End>();
    while (!ends.isEmpty() && ends.element().tick() == now) {
      due.add(ends.remove());
    }
    return due;
  }

  /** The providers at which reservations begin or a pass is due, ascending: once. */
  public SortedSet<Integer> takeStarting(long now) {
    var starting = new TreeSet<Integer>();
    if (!begins.isEmpty() && begins.firstKey() == now) {
      starting.addAll(begins.pollFirstEntry().getValue());
    }
    for (int i = 0; i < nextPass.length; i++) {
      if (nextPass[i] == now) {
        starting.add(i);
      }
    }
    return starting;
  }

  /** Whether a provider is to have its pass now: once. */
  public boolean takePass(int provider, long now) {
    boolean passes = nextPass[provider] == now;
    nextPass[provider] = passes ? NEVER : nextPass[provider];
    return passes;
  }
}
