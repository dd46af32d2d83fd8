package io.metasched.service.agent.link;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteHolds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of orders about holds at a site. The orders are carried out in sequence on a separate
 * thread, because calls to a site block. Consecutive orders of one kind that wait together are
 * carried out together, so that the site is read once for all of them.
 */
public final class HoldQueue implements AutoCloseable {
  /** Maximum number of waiting orders; further ones fail. */
  static final int WAITING = 1000;

  private static final int TOGETHER = 100;
  private static final Logger LOG = LoggerFactory.getLogger(HoldQueue.class);

  /** An order that is not carried out yet. */
  private record Waiting(AgentOrder.HoldOrder order, CompletableFuture<OrderReply> reply) {}

  private final SiteHolds holds;
  private final HoldNames names;
  private final boolean sells;
  private final Duration betweenTrials;
  private final BlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>(WAITING);
  private volatile Optional<String> denial = Optional.empty();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var made = new Thread(work, "hold-queue");
            made.setDaemon(true);
            return made;
          });

  /**
   * Creates a queue.
   *
   * @param sells whether the site sells time; otherwise, it refuses holds, and only releases and
   *     checks are carried out
   * @param betweenTrials time after which an agent without permission tries to hold time again
   */
  public HoldQueue(SiteHolds holds, HoldNames names, boolean sells, Duration betweenTrials) {
    this.holds = holds;
    this.names = names;
    this.sells = sells;
    this.betweenTrials = betweenTrials;
  }

  /**
   * Returns the text of the site if the last hold was refused because the site does not permit the
   * agent to hold time.
   */
  Optional<String> denial() {
    return denial;
  }

  /** Adds an order. */
  CompletionStage<OrderReply> carryOut(AgentOrder.HoldOrder order) {
    var reply = new CompletableFuture<OrderReply>();
    if (!waiting.offer(new Waiting(order, reply))) {
      reply.completeExceptionally(
          new IllegalStateException(
              "%d orders wait for the site: it is too slow".formatted(WAITING)));
      return reply;
    }
    try {
      thread.execute(this::carryOutNext);
    } catch (RejectedExecutionException e) {
      reply.completeExceptionally(new IllegalStateException("this agent ends", e));
    }
    return reply;
  }

  private void carryOutNext() {
    var first = waiting.poll();
    if (first == null) {
      return; // the order was carried out together with an earlier one
    }
    var batch = new ArrayList<>(List.of(first));
    for (var next = waiting.peek(); joins(batch, next); next = waiting.peek()) {
      batch.add(waiting.remove());
    }
    try {
      if (first.order() instanceof AgentOrder.Hold) {
        hold(batch);
      } else if (first.order() instanceof AgentOrder.Release) {
        release(batch);
      } else {
        check(batch);
      }
    } catch (SiteException | RuntimeException | Error e) {
      batch.forEach(each -> each.reply().completeExceptionally(e));
    }
  }

  /** Returns whether the next order can be carried out together with earlier ones. */
  private static boolean joins(
      List<Waiting> batch, @org.jspecify.annotations.Nullable Waiting next) {
    if (next == null
        || batch.size() == TOGETHER
        || batch.stream().mapToInt(HoldQueue::size).sum() + size(next) > HoldPages.PARTS
        || !batch.get(0).order().getClass().equals(next.order().getClass())) {
      return false;
    } else if (next.order() instanceof AgentOrder.CheckHolds check) {
      return batch.stream()
          .map(each -> (AgentOrder.CheckHolds) each.order())
          .noneMatch(check::overlaps);
    } else if (next.order() instanceof AgentOrder.Hold hold) {
      var earlier = new TreeSet<String>();
      batch.forEach(each -> earlier.addAll(names((AgentOrder.Hold) each.order())));
      return names(hold).stream().noneMatch(earlier::contains);
    }
    return true;
  }

  private static int size(Waiting waiting) {
    if (waiting.order() instanceof AgentOrder.Hold hold) {
      return hold.parts().size();
    } else if (waiting.order() instanceof AgentOrder.Release release) {
      return release.names().size();
    }
    return 1; // a check reads the site once, whatever its size
  }

  private static List<String> names(AgentOrder.Hold hold) {
    return hold.parts().stream().map(SiteHold::name).toList();
  }

  private void hold(List<Waiting> batch) {
    var sent = new ArrayList<Waiting>();
    var bookings = new ArrayList<List<SiteHold>>();
    for (var each : batch) {
      var parts = ((AgentOrder.Hold) each.order()).parts();
      var refusal = refusal(parts);
      if (refusal.isPresent()) {
        each.reply().complete(HoldPages.bounded(refusal));
      } else {
        sent.add(each);
        bookings.add(parts.stream().flatMap(part -> names.atSite(part).stream()).toList());
      }
    }
    var results =
        bookings.isEmpty()
            ? List.<CompletableFuture<Optional<HoldRefusal>>>of()
            : holds.holdEach(bookings);
    for (int i = 0; i < results.size(); i++) {
      var reply = sent.get(i).reply();
      var unused =
          results
              .get(i)
              .whenComplete(
                  (refused, error) -> {
                    if (error != null) {
                      reply.completeExceptionally(error);
                    } else {
                      note(refused);
                      reply.complete(HoldPages.bounded(refused.map(names::atService)));
                    }
                  });
    }
  }

  /** Records whether the site permits holds; without permission, tries again after some time. */
  private void note(Optional<HoldRefusal> refused) {
    var denied =
        refused
            .filter(why -> why.reason() == HoldRefusal.Reason.NOT_PERMITTED)
            .map(HoldRefusal::text);
    if (denied.isPresent() && denial.isEmpty()) {
      LOG.warn("The site does not permit this agent to reserve time: {}", denied.get());
      denial = denied;
      tryLater();
    } else if (refused.isEmpty()) {
      permitted();
    }
  }

  private void permitted() {
    if (denial.isPresent()) {
      LOG.info("The site permits this agent to reserve time again");
      denial = Optional.empty();
    }
  }

  private void tryLater() {
    if (!thread.isShutdown()) {
      var unused =
          thread.schedule(this::tryToHold, betweenTrials.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void tryToHold() {
    try {
      if (denial.isPresent()
          && holds.whyNotPermitted(names.nodesAtSite().values().iterator().next()).isEmpty()) {
        permitted();
      }
    } catch (SiteException | RuntimeException e) {
      LOG.debug("The permission to reserve time could not be tested: {}", e.getMessage());
    }
    if (denial.isPresent()) {
      tryLater();
    }
  }

  /** Returns the refusal of a booking that the site need not decide. */
  private Optional<HoldRefusal> refusal(List<SiteHold> parts) {
    for (var part : parts) {
      if (!sells) {
        return Optional.of(
            new HoldRefusal(
                part.name(),
                HoldRefusal.Reason.NOT_PERMITTED,
                "the agent of %s sells nothing (site.sells in agent.conf)".formatted(part.node())));
      } else if (names.atSite(part).isEmpty()) {
        return Optional.of(
            new HoldRefusal(
                part.name(), HoldRefusal.Reason.NODE_UNUSABLE, notOffered(part.node())));
      }
    }
    return Optional.empty();
  }

  private static String notOffered(String node) {
    return "its agent does not offer the node " + node;
  }

  private void release(List<Waiting> batch) throws SiteException {
    holds.release(
        batch.stream()
            .flatMap(each -> ((AgentOrder.Release) each.order()).names().stream())
            .distinct()
            .map(names::atSite)
            .toList());
    batch.forEach(each -> each.reply().complete(new OrderReply.Done()));
  }

  private void check(List<Waiting> batch) throws SiteException {
    var booked =
        batch.stream()
            .flatMap(each -> ((AgentOrder.CheckHolds) each.order()).booked().stream())
            .flatMap(hold -> names.atSite(hold).stream())
            .toList();
    var found = holds.check(booked).stream().map(names::atService).toList();
    for (var each : batch) {
      each.reply().complete(findings((AgentOrder.CheckHolds) each.order(), found));
    }
  }

  /** Returns the findings of one page of names. */
  private OrderReply findings(AgentOrder.CheckHolds page, List<HoldFinding> found) {
    var own = new TreeSet<String>();
    var findings = new ArrayList<HoldFinding>();
    for (var hold : page.booked()) {
      own.add(hold.name());
      if (names.atSite(hold).isEmpty()) {
        findings.add(new HoldFinding(hold.name(), Kind.NODE_LOST, notOffered(hold.node())));
      }
    }
    for (var each : found) {
      boolean isLeftOver = each.kind() == Kind.LEFT_OVER;
      // the site does not know the bookings of nodes that are no longer offered
      if (isLeftOver
          ? page.covers(each.hold()) && !own.contains(each.hold())
          : own.contains(each.hold())) {
        findings.add(each);
      }
    }
    return HoldPages.bounded(findings);
  }

  /** Interrupts the current call; waiting orders are not carried out. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
