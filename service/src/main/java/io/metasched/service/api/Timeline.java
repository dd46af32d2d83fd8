package io.metasched.service.api;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.SortedTree;
import io.metasched.service.book.WallTicks;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Timeline of the parts of jobs on nodes: past, present and future. Cost of a query: linear in the
 * changes since the last query, and in the parts on the queried nodes after the beginning of the
 * range. Thread-safe.
 */
public final class Timeline {
  private static final Comparator<Bar> NEWEST_FIRST =
      Comparator.comparing((Bar bar) -> bar.job().id()).reversed().thenComparing(Bar::part);

  // all guarded by this
  private final TreeMap<String, TreeMap<Place, JobRecord>> nodes = new TreeMap<>();
  private SortedTree<String, JobRecord> jobs = SortedTree.empty(); // already included

  /** Place of a part among the parts on its node. */
  private record Place(Instant end, String job, int part) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::end).thenComparing(Place::job).thenComparing(Place::part);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Part of a job.
   *
   * @param part index of the part in the job
   * @param start actual or booked start
   * @param end actual or booked end
   */
  public record Bar(JobRecord job, int part, Instant start, Instant end) {
    private static Bar of(JobRecord job, int number, WallTicks ticks) {
      var part = job.parts().get(number);
      var span = part.booked().span();
      return new Bar(
          job,
          number,
          part.started().orElseGet(() -> ticks.instant(span.start())),
          part.ended().orElseGet(() -> ticks.instant(span.end())));
    }

    public String node() {
      return job.parts().get(part).node();
    }
  }

  /**
   * Returns the bars within a range, newest jobs first, without the bars of jobs that ended before
   * the range.
   *
   * @param wanted names of the nodes; empty for all, including removed ones
   * @param most highest number of bars; the newest bars are kept
   */
  public synchronized List<Bar> bars(
      BookState state,
      Optional<? extends Collection<String>> wanted,
      Instant from,
      Instant to,
      int most) {
    update(state);
    var found = new PriorityQueue<>(NEWEST_FIRST.reversed());
    for (var node : wanted.isPresent() ? wanted.get() : nodes.keySet()) {
      var first = new Place(from, "", 0);
      var parts = nodes.getOrDefault(node, new TreeMap<>()).tailMap(first);
      parts.forEach(
          (place, job) -> {
            var bar = Bar.of(job, place.part(), state.ticks());
            if (!job.wasOver(from) && bar.end().isAfter(from) && bar.start().isBefore(to)) {
              found.add(bar);
              if (found.size() > most) {
                found.remove();
              }
            }
          });
    }
    return found.stream().sorted(NEWEST_FIRST).toList();
  }

  private void update(BookState state) {
    var ticks = state.ticks();
    state
        .jobs()
        .changesSince(
            jobs,
            (id, before, after) -> {
              before.ifPresent(job -> remove(job, ticks));
              after.ifPresent(job -> add(job, ticks));
            });
    jobs = state.jobs();
  }

  private static Place place(JobRecord job, int part, WallTicks ticks) {
    return new Place(Bar.of(job, part, ticks).end(), job.id(), part);
  }

  private void add(JobRecord job, WallTicks ticks) {
    for (int part = 0; part < job.parts().size(); part++) {
      nodes
          .computeIfAbsent(job.parts().get(part).node(), name -> new TreeMap<>())
          .put(place(job, part, ticks), job);
    }
  }

  private void remove(JobRecord job, WallTicks ticks) {
    for (int part = 0; part < job.parts().size(); part++) {
      nodes
          .getOrDefault(job.parts().get(part).node(), new TreeMap<>())
          .remove(place(job, part, ticks));
    }
  }
}
