package io.metasched.service.plan;

import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.run.RunId;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Holds that sites should keep for the parts of jobs, according to the book alone. */
public final class SiteHoldings {
  private SiteHoldings() {}

  /** Returns whether a site has to confirm a window on these nodes. */
  static boolean confirms(BookState state, Collection<String> nodes) {
    return nodes.stream().anyMatch(state.market()::confirms);
  }

  /**
   * Returns the booking of a window, or only its placement if a site has to confirm it.
   *
   * @param movable whether the job may move after the booking
   */
  static BookEvent.JobBooked booking(
      BookState state,
      String id,
      int cycle,
      long tick,
      Window window,
      List<String> nodes,
      boolean movable) {
    return confirms(state, nodes)
        ? BookEvent.JobBooked.placed(id, cycle, tick, window, nodes, movable)
        : new BookEvent.JobBooked(id, cycle, tick, window, nodes, movable);
  }

  /** Returns the longest lead of the sites of these nodes, in ticks. */
  static long leadTicks(BookState state, Collection<String> nodes) {
    return nodes.stream().mapToLong(state.market()::leadTicks).max().orElse(0);
  }

  /**
   * Returns whether a window with other nodes has each part at the site of the same agent as
   * before, so that each hold can move in one step.
   */
  static boolean keepsSites(BookState state, List<String> from, List<String> to) {
    return from.size() == to.size()
        && IntStream.range(0, from.size())
            .allMatch(i -> agent(state, from.get(i)).equals(agent(state, to.get(i))));
  }

  private static Optional<String> agent(BookState state, String node) {
    return state.market().terms().get(node).map(SiteTerms::agent);
  }

  /** Returns the holds of a job by agent: one for each part on a site that has not ended. */
  public static SortedMap<String, List<SiteHold>> of(BookState state, JobRecord job) {
    var holds = new TreeMap<String, List<SiteHold>>();
    for (int part = 0; part < job.parts().size(); part++) {
      var record = job.parts().get(part);
      var terms = state.market().terms().get(record.node());
      if (terms.isEmpty() || record.stage().isFinal() || job.state().isFinal()) {
        continue;
      }
      var span = record.booked().span();
      holds
          .computeIfAbsent(terms.get().agent(), agent -> new ArrayList<>())
          .add(
              SiteHold.of(
                  new RunId(job.id(), job.attempt(), part).toString(),
                  record.node(),
                  state.ticks().instant(span.start()),
                  state.ticks().instant(span.end()),
                  Duration.ofMillis(terms.get().leadMillis())));
    }
    return holds;
  }

  /**
   * Returns the confirmed holds of all open jobs at one agent, with their jobs by the name of the
   * hold, except for jobs whose holds are being moved.
   */
  public static SortedMap<String, Confirmed> of(BookState state, String agent) {
    var all = new TreeMap<String, Confirmed>();
    for (var job : state.openJobs()) {
      if (job.state() != JobState.PLACED && !job.isMoving() && !job.parts().isEmpty()) {
        of(state, job)
            .getOrDefault(agent, List.of())
            .forEach(hold -> all.put(hold.name(), new Confirmed(job, hold)));
      }
    }
    return all;
  }

  /** Returns whether an open job, also a placed one, needs the hold of a name. */
  public static boolean isWanted(BookState state, String name) {
    int part = name.lastIndexOf('.');
    int attempt = name.lastIndexOf('.', part - 1);
    return attempt >= 0
        && state
            .job(name.substring(0, attempt))
            .filter(
                job ->
                    of(state, job).values().stream()
                        .anyMatch(
                            holds -> holds.stream().anyMatch(hold -> hold.name().equals(name))))
            .isPresent();
  }

  /** Hold that a site has confirmed for a job. */
  public record Confirmed(JobRecord job, SiteHold hold) {}

  /** Returns the agents of the sites that sell time. */
  public static SortedSet<String> agents(BookState state) {
    var agents = new TreeSet<String>();
    state.market().terms().values().forEach(each -> agents.add(each.agent()));
    return agents;
  }
}
