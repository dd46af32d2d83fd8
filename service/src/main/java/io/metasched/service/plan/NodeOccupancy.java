package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobState;
import io.metasched.service.run.Silence;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Current use of a node.
 *
 * @param bookings number of unfinished parts with a window on the node
 * @param running id of the job that runs on the node
 */
public record NodeOccupancy(int bookings, Optional<String> running) {
  private static final NodeOccupancy NONE = new NodeOccupancy(0, Optional.empty());

  /** Returns the use of all nodes in use, by name. Cost: linear in the number of open jobs. */
  public static SortedMap<String, NodeOccupancy> of(BookState state) {
    var uses = new TreeMap<String, NodeOccupancy>();
    for (var job : state.openJobs()) {
      for (var part : job.parts()) {
        if (!part.stage().isFinal()) {
          var before = of(uses, part.node());
          var running = job.state() == JobState.RUNNING ? Optional.of(job.id()) : before.running();
          uses.put(part.node(), new NodeOccupancy(before.bookings() + 1, running));
        }
      }
    }
    return uses;
  }

  /** Returns the use of a node; a node that is not in {@code uses} is not in use. */
  public static NodeOccupancy of(SortedMap<String, NodeOccupancy> uses, String node) {
    return uses.getOrDefault(node, NONE);
  }

  /**
   * Returns the state of the node as a word. A drain takes precedence over the state of the
   * machine, and the machine's state over running jobs. A drained node is draining while it has
   * bookings.
   */
  public String state(boolean isDrained, Optional<Silence> silence) {
    if (isDrained) {
      return bookings > 0 ? "draining" : "drained";
    }
    return silence.map(why -> why.cause().label()).orElse(running.isPresent() ? "running" : "idle");
  }
}
