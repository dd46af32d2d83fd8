package io.metasched.metascheduler.policy;

import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
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
 * It searches for them only if time freed since may make a difference.
 *
 * <p>A job that had no earlier window has one now only if a part of it uses time that was not
 * vacant then. Its window is therefore kept if no part that starts before it can reach into such
 * time. It is also kept if fewer nodes than it needs have room for a part at the starts of such a
 * part. Preconditions: each node has one price, possibly another than before, the horizon ends no
 * earlier, and all slots are local. Otherwise each job is searched for.
 *
 * <p>Cost: besides the searches one pass over the slots, and for each promised job O(1) for each
 * span that was freed since its last search.
 */
final class EarlierWindows implements Replanning {
  private final SearchFamily search;
  private final Backfilling plain;
  private TreeMap<JobId, Seen> seen = new TreeMap<>();
  private final FreedTime freed = new FreedTime();
  private @Nullable SlotTable left; // vacant slots at the end of the last replanning
  private long horizonEnd; // of the last replanning

  /** Job that had no window earlier than its own at its last search. */
  private static final class Seen {
    private Window window;
    private int freed; // number of freed spans that were vacant then

    Seen(Window window) {
      this.window = window;
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
    freed.clear();
    left = null;
  }

  /** Records the time freed since the last replanning. */
  private void compare(SlotTable slots, long end) {
    var before = horizonEnd <= end ? left : null; // if it ends later now, time is freed there
    var since = before == null ? null : NewlyVacant.since(before, slots).orElse(null);
    horizonEnd = end;
    if (since == null) {
      forget();
    } else {
      freed.addAll(since);
    }
  }

  /**
   * Drops the jobs that are no longer promised, and freed time older than the last search of all
   * others.
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

  /** Single replanning. */
  private final class Round {
    private final ReplanSnapshot snapshot;
    private final SlotTable slots;
    private final PreparedSearch prepared = search.prepared();
    private final int leastPerformance;

    Round(ReplanSnapshot snapshot, SlotTable slots) {
      this.snapshot = snapshot;
      this.slots = slots;
      leastPerformance = slots.offers().size() == 0 ? 1 : slots.offers().performance(0);
    }

    List<Move> moves() {
      var moves = new ArrayList<Move>();
      for (var promised : snapshot.promised()) {
        var request = promised.job().request(snapshot.horizon(), snapshot.granularityTicks());
        var last = seen.get(promised.job().id());
        boolean stays =
            last != null
                && last.window.equals(promised.window())
                && !mayStartEarlier(promised, request, last.freed);
        var window = stays ? promised.window() : earliest(promised, request);
        if (last == null) {
          last = new Seen(window);
          seen.put(promised.job().id(), last);
        }
        last.window = window;
        last.freed = freed.size();
        if (!window.equals(promised.window())) {
          moves.add(new Move(promised.job(), promised.window(), window));
        }
      }
      return moves;
    }

    /** Returns the earliest window of a job, which is its own if there is no earlier one. */
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

    /** Returns whether freed time may give a job an earlier window. */
    private boolean mayStartEarlier(Promised promised, WindowRequest request, int from) {
      long first = Long.MAX_VALUE; // earliest start of a part that uses such time
      long last = Long.MIN_VALUE;
      long ownStart = promised.window().start();
      long longest = request.work().lengthTicks(leastPerformance, request.granularityTicks());
      for (int i = from; i < freed.size(); i++) {
        long start = freed.start(i);
        long end = freed.end(i);
        if (start - longest + 1 >= ownStart || end <= request.earliestStart()) {
          continue; // no part that starts before the window reaches it
        }
        long length = request.lengthTicks(freed.node(i));
        int offer = freed.offer(i, slots.offers());
        if (start - length + 1 >= ownStart
            || offer < 0
            || !request.admits(freed.node(i), freed.priceMilli(i))) {
          continue;
        }
        int count = slots.slotsOf(offer);
        for (int slot = slots.firstEndingBehind(offer, start); slot < count; slot++) {
          if (slots.startOf(offer, slot) >= end) {
            break;
          }
          long latest = Math.min(latestStart(offer, slot, length, promised, request), end - 1);
          long earliest = Math.max(start - length + 1, request.earliestStart());
          if (earliest <= latest && earliest < slots.startOf(offer, slot)) {
            earliest =
                Math.max(earliest, begin(offer, slot, promised)); // computed only if it matters
          }
          if (earliest <= latest) {
            first = Math.min(first, earliest);
            last = Math.max(last, latest);
          }
        }
      }
      return first <= last && hasRoom(promised, request, first, last);
    }

    /** Returns whether as many nodes as a job needs have room for parts that start in a span. */
    private boolean hasRoom(Promised promised, WindowRequest request, long first, long last) {
      int room = 0;
      for (int offer = 0; offer < slots.offers().size() && room < request.nodes(); offer++) {
        var node = slots.offers().node(offer);
        if (request.admits(node, slots.offers().priceMilli(offer))
            && hasRoom(offer, request.lengthTicks(node), promised, request, first, last)) {
          room++;
        }
      }
      return room >= request.nodes();
    }

    private boolean hasRoom(
        int offer, long length, Promised promised, WindowRequest request, long first, long last) {
      int count = slots.slotsOf(offer);
      for (int slot = slots.firstEndingBehind(offer, first); slot < count; slot++) {
        long earliest = Math.max(slots.startOf(offer, slot), first);
        if (earliest > last) {
          return false;
        }
        long latest = latestStart(offer, slot, length, promised, request);
        if (earliest <= Math.min(latest, last)) {
          return true;
        }
      }
      return false;
    }

    /** Returns the start of a slot if the job's own part before it were vacant. */
    private long begin(int offer, int slot, Promised promised) {
      long start = slots.startOf(offer, slot);
      for (var part : promised.window().parts()) {
        if (part.span().end() == start && part.node() == slots.offers().node(offer).id()) {
          return Long.MIN_VALUE; // or later
        }
      }
      return start;
    }

    /**
     * Returns the last tick at which a part may start in a slot, before the job's window starts.
     */
    private long latestStart(
        int offer, int slot, long length, Promised promised, WindowRequest request) {
      long end = slots.endOf(offer, slot);
      long ownStart = promised.window().start();
      boolean goesOn = end == ownStart && promised.window().takes(slots.offers().node(offer).id());
      long latestEnd = goesOn ? request.deadline() : Math.min(end, request.deadline());
      return Math.min(latestEnd - length, ownStart - 1);
    }
  }
}
