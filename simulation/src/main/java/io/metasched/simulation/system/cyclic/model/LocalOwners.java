package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.Denial;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.LocalJob;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.owner.NodeBook;
import io.metasched.resource.slots.SlotTable;
import io.metasched.simulation.system.cyclic.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Owners of all nodes, called directly: the engine's replacement for owner actors. */
final class LocalOwners {
  private final LocalPlan localPlan;
  private final List<NodeBook> books = new ArrayList<>();

  LocalOwners(Environment environment, long blockTicks) {
    localPlan = environment.localLoad().plan(blockTicks);
    for (var node : environment.nodes()) {
      books.add(new NodeBook(node, environment.pricing()));
    }
  }

  List<NodeBook> books() {
    return books;
  }

  /** Opens whole blocks of time up to at least {@code until}, each with its static load first. */
  void open(long until, long now) {
    books.forEach(book -> book.openUntil(until, localPlan, now));
  }

  /**
   * Returns the vacant slots of all owners, with the offers of slots that may be released later.
   */
  SlotTable offer(Span horizon, long now, List<Slot> mayComeBack) {
    var slots = new ArrayList<Slot>();
    books.forEach(book -> slots.addAll(book.offer(horizon, now)));
    return new SlotTable(slots, mayComeBack);
  }

  /** Returns the slots that would be vacant without any VO job. */
  SlotTable offerWithoutJobs(Span horizon, long now) {
    var slots = new ArrayList<Slot>();
    books.forEach(book -> slots.addAll(book.offerWithoutJobs(horizon, now)));
    return new SlotTable(slots);
  }

  /** Returns the versions of the owners' lists, by node. */
  List<Long> versions() {
    return books.stream().map(NodeBook::version).toList();
  }

  /**
   * Holds all parts of a window, or none: after the first refusal, the parts held so far are
   * released.
   */
  Optional<Denial> hold(JobId job, Window window, List<Long> seenVersions, long now) {
    var held = new ArrayList<Part>();
    for (var part : window.parts()) {
      var book = books.get(part.node());
      var refusal = book.hold(job, part.span(), seenVersions.get(part.node()), now, now + 1);
      if (refusal.isPresent()) {
        held.forEach(other -> books.get(other.node()).release(job, now));
        return Optional.of(new Denial(part.node(), refusal.get()));
      }
      held.add(part);
    }
    return Optional.empty();
  }

  /**
   * Commits all parts of a held window.
   *
   * @throws IllegalStateException if an owner does not have the hold
   */
  void commit(JobId job, Window window, long now) {
    for (var part : window.parts()) {
      var refusal = books.get(part.node()).commit(job, now);
      if (refusal.isPresent()) {
        throw new IllegalStateException(
            "node %d does not commit job %s: %s".formatted(part.node(), job, refusal.get()));
      }
    }
  }

  /**
   * Replaces a booked window with another one; returns false and keeps the old window if an owner
   * refuses.
   */
  boolean rebook(JobId job, Window from, Window to, List<Long> seenVersions, long now) {
    if (hold(job, to, seenVersions, now).isPresent()) {
      return false;
    }
    commit(job, to, now);
    from.parts().stream()
        .filter(part -> !to.takes(part.node()))
        .forEach(part -> end(job, part.node(), now));
    return true;
  }

  /** Ends a job on a node, and releases the rest of its booking. */
  void end(JobId job, int node, long now) {
    books.get(node).end(job, now);
  }

  /** Adds an arriving local job to a node. */
  void arrive(int node, long now, long lengthTicks) {
    var book = books.get(node);
    book.arrive(new LocalJob(book.nextLocalNumber(), now, lengthTicks));
  }
}
