package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Booking of time with sites by orders to their agents. A booking of more than {@link
 * HoldPages#PARTS} parts fails; checks and releases of any number of holds are divided into several
 * orders. Thread-safe.
 */
final class AgentSites implements SiteBooking {
  private final ActorRef<DeskCommand> desk;

  AgentSites(ActorRef<DeskCommand> desk) {
    this.desk = desk;
  }

  @Override
  public CompletionStage<Optional<HoldRefusal>> hold(String agent, List<SiteHold> parts) {
    if (parts.size() > HoldPages.PARTS) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "a booking has at most %d parts, given were %d"
                  .formatted(HoldPages.PARTS, parts.size())));
    }
    return give(agent, new AgentOrder.Hold(parts), OrderReply.HoldAnswer.class)
        .thenApply(OrderReply.HoldAnswer::refusal);
  }

  @Override
  public CompletionStage<Void> release(String agent, List<String> names) {
    var pages =
        HoldPages.ofNames(names).stream()
            .map(page -> give(agent, page, OrderReply.Done.class))
            .toList();
    return CompletableFuture.allOf(pages.toArray(CompletableFuture[]::new));
  }

  @Override
  public CompletionStage<List<HoldFinding>> check(String agent, List<SiteHold> booked) {
    var pages =
        HoldPages.of(booked).stream()
            .map(page -> give(agent, page, OrderReply.Findings.class))
            .toList();
    return CompletableFuture.allOf(pages.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                pages.stream().flatMap(page -> page.join().findings().stream()).sorted().toList());
  }

  private <T extends OrderReply> CompletableFuture<T> give(
      String agent, AgentOrder order, Class<T> kind) {
    var reply = new CompletableFuture<OrderReply>();
    desk.tell(new DeskCommand.GiveTo(agent, order, reply));
    return reply.thenApply(
        answer -> {
          if (kind.isInstance(answer)) {
            return kind.cast(answer);
          }
          throw new IllegalStateException(
              "agent %s: not a reply to the order: %s"
                  .formatted(agent, answer.getClass().getSimpleName()));
        });
  }

  @Override
  public CompletionStage<SortedMap<String, Optional<SiteTerms>>> terms() {
    var views = new CompletableFuture<List<AgentView>>();
    desk.tell(new DeskCommand.Show(views));
    return views.thenApply(
        agents -> {
          var terms = new TreeMap<String, Optional<SiteTerms>>();
          for (var agent : agents) {
            var own = agent.title().site().map(site -> site.terms(agent.title().id()));
            agent.title().nodes().forEach(node -> terms.put(node.name(), own));
          }
          return terms;
        });
  }
}
