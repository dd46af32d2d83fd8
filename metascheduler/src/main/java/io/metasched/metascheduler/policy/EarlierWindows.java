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
 * The re-planning of {@link Backfilling}, which remembers for which jobs it has found no earlier
 * window, and searches for them only where time that has come free since may make a difference.
 *
 * <p>A job that had no earlier window has one now only if a part of it uses time that was not
 * vacant then. So it is left where it is if no part that starts before its window can reach into
 * such time, or if on fewer nodes than it needs there is room for a part that starts when such a
 * part may. Each node must have one price, which may be another than before, the horizon end no
 * earlier, and all slots be at hand; else each job is searched for.
 *
 * <p>Cost: besides the searches one pass over the slots, and for each promised job O(1) for each
 * span that has come free since it was last looked at.
 */
final class EarlierWindows implements Replanning {
  private final SearchFamily search;
  private final Backfilling plain;
  private TreeMap<JobId, Seen> seen = new TreeMap<>();
  private final FreedTime freed = new FreedTime();
  private @Nullable SlotTable left; // what was vacant when the last re-planning was done
  private long horizonEnd; // of the last re-planning

  /** A job that had no window earlier than its own when it was looked at. */
  private static final class Seen {
    private Window window;
    private int freed; // so much of what has come free was vacant then

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

  /** Takes down what has come free since the last re-planning. */
  private void compare(SlotTable slots, long end) {
    var before = horizonEnd <= end ? left : null; // where it ends later, time has come free there
    var since = before == null ? null : NewlyVacant.since(before, slots).orElse(null);
    horizonEnd = end;
    if (since == null) {
      forget();
    } else {
      freed.addAll(since);
    }
  }

  /** Forgets the jobs that are promised no more, and what all others were searched with. */
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

  /** One re-planning. */
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

    /** Puts a job where it starts earliest, or leaves it where it is. */
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

    /** Whether time that has come free may give a job an earlier window. */
    private boolean mayStartEarlier(Promised promised, WindowRequest request, int from) {
      long first = Long.MAX_VALUE; // when a part that uses such time may start
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
                Math.max(earliest, begin(offer, slot, promised)); // asked only where it counts
          }
          if (earliest <= latest) {
            first = Math.min(first, earliest);
            last = Math.max(last, latest);
          }
        }
      }
      return first <= last && hasRoom(promised, request, first, last);
    }

    /** Whether parts that start in a span have room on as many nodes as a job needs. */
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

    /** Where a slot begins, if the job's own part before it were vacant. */
    private long begin(int offer, int slot, Promised promised) {
      long start = slots.startOf(offer, slot);
      for (var part : promised.window().parts()) {
        if (part.span().end() == start && part.node() == slots.offers().node(offer).id()) {
          return Long.MIN_VALUE; // or later
        }
      }
      return start;
    }

    /** Until when a part may start in a slot, before the job's window does. */
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
