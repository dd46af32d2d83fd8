package io.metasched.metascheduler.cyclic.actor;

import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.cyclic.scheduling.GroupBooking.Denial;
import io.metasched.resource.actor.BatchBooking;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.WindowNodes;
import io.metasched.resource.actor.WindowParts;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Booking of many windows in two phases: all domains hold their parts, then commit the windows that
 * no owner has refused, and release the other windows. Part of the booking coordinator.
 */
record WindowsBooking(Domains domains, DomainRequests requests, BookingCoordinator.Book command) {

  /** Begins with the holds. */
  void begin() {
    var held =
        byDomain(
            command.windows(),
            (window, parts) ->
                new WindowParts(window.job(), DomainRequests.held(parts, command.versions())));
    long now = command.nowTick();
    requests.ask(
        held,
        (domain, own) -> (id, to) -> new BatchBooking.HoldWindows(id, own, now, now + 1, to),
        replies -> settle(denials(replies)));
  }

  /**
   * Commits the windows that all owners hold, and releases the windows that an owner has refused.
   */
  private void settle(SortedMap<JobId, Denial> refused) {
    var held = new ArrayList<BookWindow>();
    var given = new ArrayList<BookWindow>();
    command.windows().forEach(each -> (refused.containsKey(each.job()) ? given : held).add(each));
    var committed = byDomain(held, WindowsBooking::nodes);
    var released = byDomain(given, WindowsBooking::nodes);
    requests.ask(
        byDomain(command.windows(), WindowsBooking::nodes),
        (domain, all) -> {
          var commits = committed.getOrDefault(domain, List.of());
          var releases = released.getOrDefault(domain, List.of());
          return (id, to) ->
              new BatchBooking.SettleWindows(id, commits, releases, command.nowTick(), to);
        },
        replies -> endHalves(denials(replies), refused));
  }

  private static WindowNodes nodes(BookWindow window, List<Part> parts) {
    return new WindowNodes(window.job(), DomainRequests.nodes(parts));
  }

  /** Returns the parts of the windows in each domain, in the order of the windows. */
  private <T> SortedMap<Integer, List<T>> byDomain(
      List<BookWindow> windows, BiFunction<BookWindow, List<Part>, T> share) {
    var shares = new TreeMap<Integer, List<T>>();
    for (var window : windows) {
      domains
          .byDomain(window.window())
          .forEach(
              (domain, parts) ->
                  shares
                      .computeIfAbsent(domain, d -> new ArrayList<>())
                      .add(share.apply(window, parts)));
    }
    return shares;
  }

  /** Ends each partly committed window, and reports all refusals. */
  private void endHalves(SortedMap<JobId, Denial> halves, SortedMap<JobId, Denial> refused) {
    var half =
        command.windows().stream().filter(each -> halves.containsKey(each.job())).findFirst();
    if (half.isEmpty()) {
      requests.answer(new BookingCoordinator.WindowsBooked(refused));
      return;
    }
    var job = half.get().job();
    refused.put(job, Objects.requireNonNull(halves.remove(job)));
    requests.end(job, half.get().window(), command.nowTick(), () -> endHalves(halves, refused));
  }

  /** Returns the refusal of the owner of the first node, by job. */
  private static SortedMap<JobId, Denial> denials(SortedMap<Integer, Domain.Reply> replies) {
    var denials = new TreeMap<JobId, Denial>();
    for (var reply : replies.values()) {
      for (var no : ((BatchBooking.WindowsDone) reply).refused()) {
        denials.merge(
            no.job(),
            new Denial(no.node(), no.reason()),
            (one, other) -> one.node() < other.node() ? one : other);
      }
    }
    return denials;
  }
}
