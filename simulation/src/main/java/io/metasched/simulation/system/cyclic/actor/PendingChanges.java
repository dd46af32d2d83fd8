package io.metasched.simulation.system.cyclic.actor;

import io.metasched.metascheduler.cyclic.actor.JobChange;
import io.metasched.resource.actor.EndedPart;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Due;
import io.metasched.simulation.system.cyclic.model.EventSchedule.EndJob;
import io.metasched.simulation.system.cyclic.model.EventSchedule.EndPart;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Start;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Submit;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * Submitted, started and ended jobs, and ended parts, each with its own tick, that were not sent
 * yet. Each change concerns an organization or an owner, and no change depends on the reply to
 * another. Each organization and each domain therefore receives its changes in one message, in
 * order. Confined to one thread.
 */
final class PendingChanges {
  static final int MANY = 1_000; // far below the limit of a message

  private final IntUnaryOperator domainOf;
  private TreeMap<Integer, List<JobChange>> jobs = new TreeMap<>();
  private TreeMap<Integer, List<EndedPart>> parts = new TreeMap<>();
  private int jobCount;
  private int partCount;

  /**
   * @param domainOf domain of a node
   */
  PendingChanges(IntUnaryOperator domainOf) {
    this.domainOf = domainOf;
  }

  /**
   * Adds the change of a step.
   *
   * @throws IllegalArgumentException if the step changes neither a job nor a part
   */
  void add(Due due) {
    if (due.step() instanceof Submit s) {
      change(s.job().id().vo(), new JobChange.Submitted(s.job(), due.tick(), s.lost()));
    } else if (due.step() instanceof Start s) {
      change(s.job().vo(), new JobChange.Started(s.job(), due.tick()));
    } else if (due.step() instanceof EndJob s) {
      change(s.job().vo(), new JobChange.Ended(s.job(), s.stopped(), s.refunds(), due.tick()));
    } else if (due.step() instanceof EndPart s) {
      parts
          .computeIfAbsent(domainOf.applyAsInt(s.node()), d -> new ArrayList<>())
          .add(new EndedPart(s.job(), s.node(), due.tick()));
      partCount++;
    } else {
      throw new IllegalArgumentException("no change: " + due);
    }
  }

  private void change(int vo, JobChange change) {
    jobs.computeIfAbsent(vo, v -> new ArrayList<>()).add(change);
    jobCount++;
  }

  /** Returns whether there are enough changes for one message. */
  boolean isFull() {
    return Math.max(jobCount, partCount) >= MANY;
  }

  /** Removes and returns the changes of jobs, by organization. */
  SortedMap<Integer, List<JobChange>> takeJobs() {
    var taken = jobs;
    jobs = new TreeMap<>();
    jobCount = 0;
    return taken;
  }

  /** Removes and returns the ended parts, by domain. */
  SortedMap<Integer, List<EndedPart>> takeParts() {
    var taken = parts;
    parts = new TreeMap<>();
    partCount = 0;
    return taken;
  }
}
