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
 * Agenda of providers: ends of running jobs and reservations, starts of reservations, and passes of
 * the local schedulers. A provider has a pass when one is requested; with a period, passes are at
 * multiples of the period only, counted from tick 0.
 *
 * <p>Cost: O(log n) per event, and O(p) for the next tick, for p providers. Confined to one thread.
 */
public final class ProviderAgenda {
  /** Tick that means "no event". */
  public static final long NEVER = Long.MAX_VALUE;

  /**
   * End of something that runs.
   *
   * @param job number of the job
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
   * @param periodTicks ticks between two passes of a provider; 0 for a pass at each request
   */
  public ProviderAgenda(int providers, long periodTicks) {
    this.periodTicks = periodTicks;
    nextPass = new long[providers];
    Arrays.fill(nextPass, NEVER);
  }

  /** Returns the first tick at which anything is due; {@link #NEVER} if nothing is. */
  public long nextTick() {
    long next = ends.isEmpty() ? NEVER : ends.element().tick();
    next = begins.isEmpty() ? next : Math.min(next, begins.firstKey());
    for (long pass : nextPass) {
      next = Math.min(next, pass);
    }
    return next;
  }

  public void add(End end) {
    ends.add(end);
  }

  /** Adds the start of a reservation. */
  public void begins(int provider, long tick) {
    begins.computeIfAbsent(tick, t -> new TreeSet<>()).add(provider);
  }

  /** Requests a pass of a provider, now or at the next multiple of the period. */
  public void askForPass(int provider, long now) {
    nextPass[provider] = Ticks.next(now, 0, periodTicks);
  }

  /** Requests passes of all providers. */
  public void askForPasses(long now) {
    for (int i = 0; i < nextPass.length; i++) {
      askForPass(i, now);
    }
  }

  /** Removes and returns the ends due now, by number. */
  public List<End> takeEnds(long now) {
    var due = new ArrayList<End>();
    while (!ends.isEmpty() && ends.element().tick() == now) {
      due.add(ends.remove());
    }
    return due;
  }

  /** Removes and returns the providers at which reservations begin or a pass is due, ascending. */
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

  /** Returns whether a pass of a provider is due now, and removes it. */
  public boolean takePass(int provider, long now) {
    boolean passes = nextPass[provider] == now;
    nextPass[provider] = passes ? NEVER : nextPass[provider];
    return passes;
  }
}
