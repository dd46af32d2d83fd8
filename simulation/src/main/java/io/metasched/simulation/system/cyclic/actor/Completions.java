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
 * Jobs and parts that have started and ended, each at its own tick, and that no message has said
 * yet. They concern an organization, or an owner, and none of them depends on another's reply: so
 * each organization and each domain gets its own in one message, in order. Confined to one thread.
 */
final class Completions {
  static final int MANY = 1_000; // a message of them is far from being too long

  private final IntUnaryOperator domainOf;
  private TreeMap<Integer, List<JobChange>> jobs = new TreeMap<>();
  private TreeMap<Integer, List<EndedPart>> parts = new TreeMap<>();
  private int jobCount;
  private int partCount;

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
      partCount++;
    } else {
      throw new IllegalArgumentException("no completion: " + due);
    }
  }

  private void change(int vo, JobChange change) {
    jobs.computeIfAbsent(vo, v -> new ArrayList<>()).add(change);
    jobCount++;
  }

  /** Whether there are as many as should be sent at once. */
  boolean isFull() {
    return Math.max(jobCount, partCount) >= MANY;
  }

  /** What happened to jobs, by organization; it is forgotten here. */
  SortedMap<Integer, List<JobChange>> takeJobs() {
    var taken = jobs;
    jobs = new TreeMap<>();
    jobCount = 0;
    return taken;
  }

  /** The parts that ended, by domain; they are forgotten here. */
  SortedMap<Integer, List<EndedPart>> takeParts() {
    var taken = parts;
    parts = new TreeMap<>();
    partCount = 0;
    return taken;
  }
}
