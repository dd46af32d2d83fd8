package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.HeldPart;
import io.metasched.resource.actor.JobBooking;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Requests of a booking coordinator to domains, in rounds that gather all answers. A domain that
 * rejects a command fails the coordinator's command. Part of the coordinator's actor.
 */
final class DomainRequests {
  private final Domains domains;
  private final ScatterGather scatterGather;
  private final ActorRef<BookingCoordinator.Event> metascheduler;

  DomainRequests(
      Domains domains,
      ScatterGather scatterGather,
      ActorRef<BookingCoordinator.Event> metascheduler) {
    this.domains = domains;
    this.scatterGather = scatterGather;
    this.metascheduler = metascheduler;
  }

  void answer(BookingCoordinator.Event event) {
    metascheduler.tell(event);
  }

  void fail(String why) {
    answer(new BookingCoordinator.Failed(why));
  }

  /**
   * Sends each domain a request about the subjects in the domain, and continues with the answers of
   * all domains.
   */
  <T> void ask(
      SortedMap<Integer, List<T>> subjects,
      BiFunction<Integer, List<T>, ScatterGather.CommandFactory> question,
      Consumer<SortedMap<Integer, Domain.Reply>> then) {
    var questions = new TreeMap<Integer, ScatterGather.CommandFactory>();
    subjects.forEach((domain, own) -> questions.put(domain, question.apply(domain, own)));
    ask(questions, then);
  }

  /**
   * Sends requests to domains and continues with their answers, unless a domain has rejected a
   * command.
   */
  void ask(
      SortedMap<Integer, ScatterGather.CommandFactory> questions,
      Consumer<SortedMap<Integer, Domain.Reply>> then) {
    scatterGather.ask(
        questions,
        replies -> {
          var untaken = replies.values().stream().filter(Domain.Rejected.class::isInstance);
          untaken
              .findFirst()
              .ifPresentOrElse(
                  reply -> fail("a domain rejected a command: " + reply),
                  () -> then.accept(replies));
        });
  }

  /**
   * Ends all parts of a window, except those at terminated owners, which ended with their owners.
   */
  void end(JobId job, Window window, long now, Runnable then) {
    ask(
        domains.byDomain(window),
        (domain, parts) -> (id, to) -> new JobBooking.End(id, job, nodes(parts), now, to),
        replies -> then.run());
  }

  static List<HeldPart> held(List<Part> parts, List<Long> versions) {
    return parts.stream()
        .map(part -> new HeldPart(part.node(), part.span(), versions.get(part.node())))
        .toList();
  }

  static List<Integer> nodes(List<Part> parts) {
    return parts.stream().map(Part::node).toList();
  }
}
