package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.search.PreparedSearch;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.NewlyVacant;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Replanning of {@link Backfilling} that remembers the jobs for which it found no earlier window.
 * It searches again for such a job only if time that was freed since then may give the job an
 * earlier window.
 *
 * <p>A job that had no earlier window at its last search has one now only if a part uses time that
 * was not vacant at that search. The job's window is therefore kept if the {@link FreedTimeFilter}
 * excludes this. Preconditions: the limits of the job are those of its last search, each node has
 * one price, possibly a new one, the horizon ends no earlier, and all slots are local. Otherwise, a
 * window is searched for each job.
 *
 * <p>Cost: the searches, one pass over the slots, and for each promised job O(1) for each span that
 * was freed since its last search.
 */
final class EarlierWindows implements Replanning {
  private final SearchFamily search;
  private final Backfilling plain;
  private TreeMap<JobId, Seen> seen = new TreeMap<>();
  private final FreedTime freed = new FreedTime();
  private @Nullable SlotTable left; // vacant slots at the end of the last replanning
  private long horizonEnd; // for the last replanning

  /** Job that had no window earlier than its own window at its last search. */
  private static final class Seen {
    private Job job; // with its limits at that search
    private Window window;
    private int freed; // number of freed spans that were vacant at that search

    Seen(Job job, Window window) {
      this.job = job;
      this.window = window;
    }

    /** Returns whether the limits that may change while a job is booked are unchanged. */
    boolean hasLimitsOf(Job other) {
      return job.earliestStart() == other.earliestStart()
          && job.deadlineTick() == other.deadlineTick()
          && job.costLimitMilli() == other.costLimitMilli();
    }
  }

  EarlierWindows(SearchFamily search, Backfilling plain) {
    this.search = search;
    this.plain = plain;
  }

  @Override
  public List<Move> replan(ReplanSnapshot snapshot) {
    var table = snapshot.slots().atHand();
    if (table.isEmpty() || !search.provesNone(Criterion.START)) {
      forget();
      return plain.replan(snapshot);
    }
    var slots = table.get().copy();
    compare(slots, snapshot.horizon().end());
    var moves = new Round(snapshot, slots).moves();
    keepPromised(snapshot.promised());
    left = slots;
    return moves;
  }

  private void forget() {
    seen.clear();
    left = null;
  }

  /** Records the time freed since the last replanning. */
  private void compare(SlotTable slots, long end) {
    var before = horizonEnd <= end ? left : null;
    var since = before == null ? null : NewlyVacant.since(before, slots).orElse(null);
    horizonEnd = end;
    if (since == null) {
      forget();
    } else {
      freed.addAll(since);
    }
  }

  /**
   * Drops the jobs that are no longer promised, and freed time older than the last searches of all
   * other jobs.
   */
  private void keepPromised(List<Promised> promised) {
    int oldest = freed.size();
    var kept = new TreeMap<JobId, Seen>();
    for (var one : promised) {
      var last = Objects.requireNonNull(seen.get(one.job().id()));
      kept.put(one.job().id(), last);
      oldest = Math.min(oldest, last.freed);
    }
    seen = kept;
    for (var one : kept.values()) {
      one.freed -= oldest;
    }
    freed.forgetFirst(oldest);
  }

  /** One replanning. */
  private final class Round {
    private final ReplanSnapshot snapshot;
    private final SlotTable slots;
    private final PreparedSearch prepared = search.prepared();
    private final FreedTimeFilter filter;

    Round(ReplanSnapshot snapshot, SlotTable slots) {
      this.snapshot = snapshot;
      this.slots = slots;
      filter = new FreedTimeFilter(slots, freed);
    }

    List<Move> moves() {
      var moves = new ArrayList<Move>();
      for (var promised : snapshot.promised()) {
        var request = promised.job().request(snapshot.horizon(), snapshot.granularityTicks());
        var last = seen.get(promised.job().id());
        boolean stays =
            last != null
                && last.hasLimitsOf(promised.job())
                && last.window.equals(promised.window())
                && !filter.mayStartEarlier(promised, request, last.freed);
        var window = stays ? promised.window() : earliest(promised, request);
        if (last == null) {
          last = new Seen(promised.job(), window);
          seen.put(promised.job().id(), last);
        }
        last.job = promised.job();
        last.window = window;
        last.freed = freed.size();
        if (!window.equals(promised.window())) {
          moves.add(new Move(promised.job(), promised.window(), window));
        }
      }
      return moves;
    }

    /** Returns the earliest window of a job: its own window if there is no earlier one. */
    private Window earliest(Promised promised, WindowRequest request) {
      slots.giveBack(promised.ownSlots());
      var found = prepared.find(slots, request, Criterion.START).window();
      if (found.isPresent() && found.get().start() < promised.window().start()) {
        slots.subtract(found.get());
        freed.addAll(promised.ownSlots());
        return found.get();
      }
      slots.subtract(promised.window());
      return promised.window();
    }
  }
}
