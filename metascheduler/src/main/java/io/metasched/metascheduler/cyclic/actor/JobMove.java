package io.metasched.metascheduler.cyclic.actor;

import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.cyclic.actor.BookingCoordinator.Event;
import io.metasched.metascheduler.cyclic.actor.BookingCoordinator.Failed;
import io.metasched.metascheduler.cyclic.actor.BookingCoordinator.Moved;
import io.metasched.metascheduler.cyclic.actor.BookingCoordinator.Refused;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.JobBooking;
import io.metasched.resource.model.Part;
import io.metasched.resource.owner.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Move of a job to another window: inside one domain by one request, otherwise in two phases: all
 * domains first hold the new window, and then commit it and end the old one. Part of the booking
 * coordinator.
 */
record JobMove(Domains domains, DomainRequests requests, BookingCoordinator.Move command) {

  /** Begins with the single request, or with the holds. */
  void begin() {
    var to = domains.byDomain(command.to());
    var dropped = dropped();
    if (to.size() > 1 || !to.keySet().containsAll(dropped.keySet())) {
      hold(dropped);
      return;
    }
    var gone = dropped.getOrDefault(to.firstKey(), List.of());
    long now = command.nowTick();
    requests.ask(
        to,
        (domain, parts) -> {
          var held = DomainRequests.held(parts, command.versions());
          return (id, replyTo) ->
              new JobBooking.Rebook(id, command.job(), held, gone, now, replyTo);
        },
        replies -> requests.answer(moved(firstRefusal(replies))));
  }

  private void hold(SortedMap<Integer, List<Integer>> dropped) {
    long now = command.nowTick();
    requests.ask(
        domains.byDomain(command.to()),
        (domain, parts) -> {
          var held = DomainRequests.held(parts, command.versions());
          return (id, to) -> new JobBooking.Hold(id, command.job(), held, now, now + 1, to);
        },
        replies ->
            firstRefusal(replies)
                .ifPresentOrElse(no -> release(replies, no), () -> commit(dropped)));
  }

  private void release(SortedMap<Integer, Domain.Reply> replies, Refused no) {
    var held = domains.byDomain(command.to());
    held.keySet().removeIf(domain -> !(replies.get(domain) instanceof Domain.Done));
    requests.ask(
        held,
        (domain, parts) -> {
          var nodes = DomainRequests.nodes(parts);
          return (id, to) ->
              new JobBooking.Release(id, command.job(), nodes, command.nowTick(), to);
        },
        released -> requests.answer(no));
  }

  /** Turns the holds of a window into bookings, and ends the job on the nodes that it leaves. */
  private void commit(SortedMap<Integer, List<Integer>> dropped) {
    var involved = new TreeMap<Integer, List<Part>>(domains.byDomain(command.to()));
    dropped.keySet().forEach(domain -> involved.putIfAbsent(domain, List.of()));
    requests.ask(
        involved,
        (domain, parts) -> {
          var nodes = DomainRequests.nodes(parts);
          var gone = dropped.getOrDefault(domain, List.of());
          return (id, to) ->
              new JobBooking.Commit(id, command.job(), nodes, gone, command.nowTick(), to);
        },
        replies -> requests.answer(swapped(firstRefusal(replies))));
  }

  /** Returns the nodes of the old window that the new one does not use, by domain. */
  private SortedMap<Integer, List<Integer>> dropped() {
    var dropped = new TreeMap<Integer, List<Integer>>();
    for (var part : command.from().parts()) {
      if (!command.to().takes(part.node())) {
        int domain = domains.domainOf(part.node());
        dropped.computeIfAbsent(domain, d -> new ArrayList<>()).add(part.node());
      }
    }
    return dropped;
  }

  private static Event moved(Optional<Refused> refusal) {
    if (refusal.isPresent() && refusal.get().reason() == Refusal.OWNER_LOST) {
      return new Failed("the owner of node %d has terminated".formatted(refusal.get().node()));
    }
    return refusal.<Event>map(no -> no).orElseGet(Moved::new);
  }

  private Event swapped(Optional<Refused> refusal) {
    return refusal
        .<Event>map(
            no -> new Failed("the move of job %s is incomplete: %s".formatted(command.job(), no)))
        .orElseGet(Moved::new);
  }

  /** Returns the refusal of the owner of the first node. */
  private static Optional<Refused> firstRefusal(SortedMap<Integer, Domain.Reply> replies) {
    Refused first = null;
    for (var reply : replies.values()) {
      if (reply instanceof Domain.Refused no && (first == null || no.node() < first.node())) {
        first = new Refused(no.node(), no.reason());
      }
    }
    return Optional.ofNullable(first);
  }
}
