package io.metasched.simulation.engine;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.LocalJob;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.owner.NodeBook;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.slots.SlotTable;
import io.metasched.simulation.environment.Environment;
import io.metasched.simulation.environment.LocalArrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The owners of all nodes, called directly: what the engine has in place of owner actors. */
final class Owners {
  private final Environment environment;
  private final LocalPlan localPlan;
  private final List<NodeBook> books = new ArrayList<>();
  private final List<LocalArrivals> arrivals = new ArrayList<>();

  /** An owner's no to a part of a window. */
  record Denial(int node, Refusal reason) {}

  Owners(Environment environment, long blockTicks) {
    this.environment = environment;
    localPlan = environment.localLoad().plan(blockTicks);
    for (var node : environment.nodes()) {
      books.add(new NodeBook(node, environment.pricing()));
      arrivals.add(environment.localLoad().arrivals(node.id()));
    }
  }

  List<NodeBook> books() {
    return books;
  }

  LocalArrivals arrivals(int node) {
    return arrivals.get(node);
  }

  /** Opens whole blocks of time until at least {@code until}, their static load first. */
  void open(long until, long now) {
    books.forEach(book -> book.openUntil(until, localPlan, now));
  }

  /** The vacant slots of all owners, with the offers of slots that may come back. */
  SlotTable offer(Span horizon, long now, List<Slot> mayComeBack) {
    var slots = new ArrayList<Slot>();
    books.forEach(book -> slots.addAll(book.offer(horizon, now)));
    return new SlotTable(slots, mayComeBack);
  }

  /** The slots that would be vacant without any VO job. */
  SlotTable offerWithoutJobs(Span horizon, long now) {
    var slots = new ArrayList<Slot>();
    books.forEach(book -> slots.addAll(book.offerWithoutJobs(horizon, now)));
    return new SlotTable(slots);
  }

  /** The parts of a window as slots at the prices of {@code now}. */
  List<Slot> priced(Window window, long now) {
    var slots = new ArrayList<Slot>();
    for (var part : window.parts()) {
      var node = books.get(part.node()).node();
      long price = environment.pricing().priceMilli(node, part.span(), now);
      slots.add(new Slot(node, part.span(), price));
    }
    return slots;
  }

  /** Versions of the owners' lists, by node. */
  List<Long> versions() {
    return books.stream().map(NodeBook::version).toList();
  }

  /** Holds all parts of a window, or none: the first owner's no releases what was held. */
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
   * Commits all parts of a window that is held.
   *
   * @throws IllegalStateException when an owner knows no such hold
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

  /** Ends a job on a node; what is left of its booking is given back. */
  void end(JobId job, int node, long now) {
    books.get(node).end(job, now);
  }

  /** Lets the local job arrive that {@link #arrivals} has come to. */
  void arrive(int node) {
    var book = books.get(node);
    var arrival = arrivals.get(node);
    book.arrive(new LocalJob(book.nextLocalNumber(), arrival.tick(), arrival.lengthTicks()));
  }
}
