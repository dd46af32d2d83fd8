package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobState;
import io.metasched.service.run.Silence;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a node is used at present.
 *
 * @param bookings how many parts have a window there that is not over
 * @param running the id of the job that runs there
 */
public record NodeUse(int bookings, Optional<String> running) {
  private static final NodeUse NONE = new NodeUse(0, Optional.empty());

  /** The use of all nodes that are in use, by name. Cost: in proportion to the jobs not over. */
  public static SortedMap<String, NodeUse> of(BookState state) {
    var uses = new TreeMap<String, NodeUse>();
    for (var job : state.openJobs()) {
      for (var part : job.parts()) {
        if (!part.stage().isFinal()) {
          var before = of(uses, part.node());
          var running = job.state() == JobState.RUNNING ? Optional.of(job.id()) : before.running();
          uses.put(part.node(), new NodeUse(before.bookings() + 1, running));
        }
      }
    }
    return uses;
  }

  /** The use of a node, among those of all that are in use. */
  public static NodeUse of(SortedMap<String, NodeUse> uses, String node) {
    return uses.getOrDefault(node, NONE);
  }

  /**
   * The state of the node, in words: its owner's will goes before what is known of its machine, and
   * this before what runs there. One that was drained is draining while it has bookings.
   */
  public String state(boolean isDrained, Optional<Silence> silence) {
    if (isDrained) {
      return bookings > 0 ? "draining" : "drained";
    }
    return silence.map(why -> why.cause().label()).orElse(running.isPresent() ? "running" : "idle");
  }
}
