package io.metasched.simulation.system.cyclic.actor;

import io.metasched.metascheduler.actor.JobChange;
import io.metasched.resource.actor.EndedPart;
import io.metasched.simulation.system.cyclic.EventSchedule.Due;
import io.metasched.simulation.system.cyclic.EventSchedule.EndJob;
import io.metasched.simulation.system.cyclic.EventSchedule.EndPart;
import io.metasched.simulation.system.cyclic.EventSchedule.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Jobs and parts that start and end until something else is due, each at its own tick. They concern
 * an organization, or an owner, and none of them depends on another's reply: so each organization
 * and each domain gets its own in one message, in order. Confined to one thread.
 */
final class Completions {
  private static final int MOST_AT_ONCE = 1_000; // in a message that is far from being too long

  private final IntUnaryOperator domainOf;
  private final TreeMap<Integer, List<JobChange>> jobs = new TreeMap<>();
  private final TreeMap<Integer, List<EndedPart>> parts = new TreeMap<>();
  private int count;

  /**
   * @param domainOf the domain of a node
   */
  Completions(IntUnaryOperator domainOf) {
    this.domainOf = domainOf;
  }

  /**
   * Adds one.
   *
   * @throws IllegalArgumentException where it is none
   */
  void add(Due due) {
    if (due.step() instanceof Start s) {
      change(s.job().vo(), new JobChange.Started(s.job(), due.tick()));
    } else if (due.step() instanceof EndJob s) {
      change(s.job().vo(), new JobChange.Ended(s.job(), s.stopped(), s.refunds(), due.tick()));
    } else if (due.step() instanceof EndPart s) {
      parts
          .computeIfAbsent(domainOf.applyAsInt(s.node()), d -> new ArrayList<>())
          .add(new EndedPart(s.job(), s.node(), due.tick()));
    } else {
      throw new IllegalArgumentException("no completion: " + due);
    }
    count++;
  }

  private void change(int vo, JobChange change) {
    jobs.computeIfAbsent(vo, v -> new ArrayList<>()).add(change);
  }

  /** Whether there are as many as are sent at once. */
  boolean isFull() {
    return count >= MOST_AT_ONCE;
  }

  /** What happened to jobs, by organization. */
  SortedMap<Integer, List<JobChange>> jobs() {
    return jobs;
  }

  /** The parts that ended, by domain. */
  SortedMap<Integer, List<EndedPart>> parts() {
    return parts;
  }
}
