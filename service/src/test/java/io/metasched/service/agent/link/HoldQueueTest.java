package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.metasched.service.run.GivenClock;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.HoldRefusal.Reason;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Orders about holds, as an agent carries them out. */
final class HoldQueueTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final HoldNames NAMES =
      new HoldNames(
          "ms-0-",
          new TreeMap<>(
              Map.of("hpc-1", "cn1", "hpc-2", "cn2", "hpc-8", "taken", "hpc-9", "silent")));

  private final ActorTestKit kit = ActorTestKit.create();
  private final StubHolds site = new StubHolds();
  private final HoldQueue queue = new HoldQueue(site, NAMES, true, Duration.ofMillis(1));

  @AfterEach
  void stop() {
    queue.close();
    kit.shutdownTestKit();
  }

  private static SiteHold hold(String name, String node) {
    return new SiteHold(name, node, NOON, NOON.plusSeconds(60));
  }

  private static AgentOrder.Hold holdOrder(String... names) {
    return new AgentOrder.Hold(Arrays.stream(names).map(name -> hold(name, "hpc-1")).toList());
  }

  private static AgentOrder.CheckHolds check(SiteHold... booked) {
    return HoldPages.of(List.of(booked)).get(0);
  }

  private CompletableFuture<OrderReply> order(AgentOrder.HoldOrder order) {
    return queue.carryOut(order).toCompletableFuture();
  }

  private static OrderReply refused(String name, Reason reason, String text) {
    return OrderReply.HoldAnswer.of(Optional.of(new HoldRefusal(name, reason, text)));
  }

  private static final OrderReply HELD = OrderReply.HoldAnswer.of(Optional.empty());

  @Test
  void namesAreTranslatedInBothDirections() {
    assertThat(order(new AgentOrder.Hold(List.of(hold("a.1.0", "hpc-1")))).join()).isEqualTo(HELD);
    assertThat(order(new AgentOrder.Hold(List.of(hold("b.1.0", "hpc-8")))).join())
        .isEqualTo(refused("b.1.0", Reason.TAKEN, "overlaps"));
    assertThat(order(new AgentOrder.Hold(List.of(hold("c.1.0", "hpc-7")))).join())
        .isEqualTo(
            refused("c.1.0", Reason.NODE_UNUSABLE, "its agent does not offer the node hpc-7"));

    assertThat(site.held()).containsExactly("ms-0-a.1.0");
    assertThat(order(check(hold("d.1.0", "hpc-2"), hold("e.1.0", "hpc-7"))).join())
        .isEqualTo(
            new OrderReply.Findings(
                List.of(
                    new HoldFinding("a.1.0", Kind.LEFT_OVER, ""),
                    new HoldFinding("d.1.0", Kind.MISSING, ""),
                    new HoldFinding(
                        "e.1.0", Kind.NODE_LOST, "its agent does not offer the node hpc-7"))));
    assertThat(order(new AgentOrder.Release(List.of("a.1.0"))).join())
        .isEqualTo(new OrderReply.Done());
    assertThat(site.held()).isEmpty();
  }

  @Test
  void failureOfASiteFailsItsOrderOnly() {
    var failed = order(new AgentOrder.Hold(List.of(hold("a.1.0", "hpc-9"))));
    var held = order(holdOrder("b.1.0"));

    assertThatThrownBy(failed::join).hasMessageContaining("no answer");
    assertThat(held.join()).isEqualTo(HELD);
  }

  @Test
  void ordersOfOneNameKeepTheirOrder() {
    site.permits.drainPermits();
    var first = order(holdOrder("a.1.0"));
    var released = order(new AgentOrder.Release(List.of("a.1.0")));
    var again = order(holdOrder("a.1.0"));
    var other = order(holdOrder("b.1.0"));
    var twice = order(holdOrder("b.1.0"));
    site.permits.release(100);

    assertThat(first.join()).isEqualTo(HELD);
    assertThat(released.join()).isEqualTo(new OrderReply.Done());
    assertThat(again.join()).isEqualTo(HELD);
    assertThat(other.join()).isEqualTo(HELD);
    assertThat(twice.join()).isEqualTo(refused("b.1.0", Reason.TAKEN, "overlaps"));
    assertThat(site.calls)
        .containsExactly(
            "hold [ms-0-a.1.0]",
            "release [ms-0-a.1.0]",
            "hold [ms-0-a.1.0]",
            "hold [ms-0-b.1.0]",
            "hold [ms-0-b.1.0]");
  }

  @Test
  void waitingPagesOfACheckReadTheSiteOnce() {
    site.permits.drainPermits();
    var booked = new ArrayList<SiteHold>();
    for (int i = 0; i <= HoldPages.PARTS; i++) {
      booked.add(hold("a%04d".formatted(i), "hpc-1"));
    }
    var held = order(holdOrder("0", "a0000", "a0999x", "z"));
    var first = HoldPages.of(booked).get(0);
    var last = HoldPages.of(booked).get(1);
    var pages = List.of(order(first), order(last), order(check()));
    var released =
        List.of(
            order(new AgentOrder.Release(List.of("0"))),
            order(new AgentOrder.Release(List.of("z"))));
    site.permits.release(100);
    held.join();

    var findings = (OrderReply.Findings) pages.get(0).join();
    assertThat(findings.findings()).hasSize(HoldPages.PARTS); // a0000 is there, 0 is left over
    assertThat(findings.findings().get(0)).isEqualTo(new HoldFinding("0", Kind.LEFT_OVER, ""));
    assertThat(pages.get(1).join())
        .isEqualTo(
            new OrderReply.Findings(
                List.of(
                    new HoldFinding("a0999x", Kind.LEFT_OVER, ""),
                    new HoldFinding("a1000", Kind.MISSING, ""),
                    new HoldFinding("z", Kind.LEFT_OVER, ""))));
    assertThat(((OrderReply.Findings) pages.get(2).join()).findings()).hasSize(4);
    released.forEach(CompletableFuture::join);
    assertThat(site.calls).hasSize(4);
    assertThat(site.calls.get(3)).isEqualTo("release [ms-0-0, ms-0-z]");
  }

  @Test
  void ordersBeyondTheBoundFail() {
    site.permits.drainPermits();
    var orders = new ArrayList<CompletableFuture<OrderReply>>();
    for (int i = 0; i < 2 * HoldQueue.WAITING; i++) {
      orders.add(order(new AgentOrder.Release(List.of("a." + i))));
    }

    assertThatThrownBy(orders.get(orders.size() - 1)::join)
        .hasRootCauseMessage("1000 orders wait for the site: it is too slow");
    site.permits.release(Integer.MAX_VALUE / 2);
    assertThat(orders.get(0).join()).isEqualTo(new OrderReply.Done());
  }

  @Test
  void siteThatSellsNothingHoldsNothing() {
    try (var shadow = new HoldQueue(site, NAMES, false, Duration.ofHours(1))) {
      assertThat(shadow.carryOut(holdOrder("a.1.0")).toCompletableFuture().join())
          .isEqualTo(
              refused(
                  "a.1.0",
                  Reason.NOT_PERMITTED,
                  "the agent of hpc-1 sells nothing (site.sells in agent.conf)"));
      assertThat(
              shadow
                  .carryOut(new AgentOrder.Release(List.of("a.1.0")))
                  .toCompletableFuture()
                  .join())
          .isEqualTo(new OrderReply.Done());
    }
  }

  @Test
  void agentWithoutPermissionTriesUntilItMayHoldTime() throws InterruptedException {
    site.denial = Optional.of("permission denied");
    assertThat(order(holdOrder("a.1.0")).join())
        .isEqualTo(refused("a.1.0", Reason.NOT_PERMITTED, "permission denied"));
    assertThat(queue.denial()).contains("permission denied");

    site.denial = Optional.empty();
    while (queue.denial().isPresent()) {
      Thread.sleep(1);
    }
    assertThat(order(holdOrder("a.1.0")).join()).isEqualTo(HELD);
  }

  @Test
  void serviceHasNewsOfTheSiteBeforeARefusal() {
    TestProbe<DeskCommand> desk = kit.createTestProbe();
    try (var own = new HoldQueue(site, NAMES, true, Duration.ofHours(1));
        var watch =
            new SiteWatch(
                new StubSite(site),
                NAMES.nodesAtSite(),
                Duration.ofHours(1),
                new GivenClock(NOON))) {
      var agent = agent(Optional.of(new AgentSite(watch, own)), List.of(desk.ref()));
      var secret = Optional.of(new AgentSecret("s"));
      assertThat(desk.expectMessageClass(DeskCommand.Beat.class).denial()).isEmpty();

      site.denial = Optional.of("permission denied");
      agent.tell(new AgentCommand.Carry("d", 1, holdOrder("a.1.0"), desk.ref()));

      desk.expectMessageClass(DeskCommand.SiteRead.class);
      assertThat(desk.expectMessageClass(DeskCommand.Beat.class).denial())
          .contains("permission denied");
      desk.expectMessage(
          new DeskCommand.Replied(
              "a", 1, refused("a.1.0", Reason.NOT_PERMITTED, "permission denied"), secret));

      site.denial = Optional.empty();
      agent.tell(new AgentCommand.Carry("d", 2, holdOrder("b.1.0"), desk.ref()));
      assertThat(desk.expectMessageClass(DeskCommand.Beat.class).denial()).isEmpty();
      desk.expectMessage(new DeskCommand.Replied("a", 2, HELD, secret));
    }
  }

  private ActorRef<AgentCommand> agent(Optional<AgentSite> own, List<ActorRef<DeskCommand>> desks) {
    var title =
        AgentTitle.ofSite(
            "a",
            "hpc",
            List.of(new OfferedNode("hpc-1", 1, 500, List.of())),
            new SiteTitle("a stub", SiteTerms.Promise.FIRM, 0),
            List.of());
    return kit.spawn(
        NodeAgent.create(
            title,
            Optional.of(new AgentSecret("s")),
            new StubExecutor(),
            own,
            desks,
            Duration.ofHours(1),
            new GivenClock(NOON)));
  }

  @Test
  void repeatedOrderGetsTheReplyOfTheFirst() {
    TestProbe<DeskCommand> desk = kit.createTestProbe();
    var watch =
        new SiteWatch(
            new StubSite(site), NAMES.nodesAtSite(), Duration.ofHours(1), new GivenClock(NOON));
    var agent = agent(Optional.of(new AgentSite(watch, queue)), List.of());
    site.permits.drainPermits();
    var carry = new AgentCommand.Carry("d", 5, holdOrder("a.1.0"), desk.ref());
    agent.tell(carry);
    agent.tell(carry); // while the site has not answered
    site.permits.release(100);

    var replied = new DeskCommand.Replied("a", 5, HELD, Optional.of(new AgentSecret("s")));
    desk.expectMessage(replied);
    agent.tell(
        new AgentCommand.Carry("d", 6, new AgentOrder.Release(List.of("a.1.0")), desk.ref()));
    assertThat(desk.expectMessageClass(DeskCommand.Replied.class).number()).isEqualTo(6);
    agent.tell(carry); // although it is released
    desk.expectMessage(replied);
    assertThat(site.held()).isEmpty();
    assertThat(site.calls).hasSize(2);
    agent.tell(new AgentCommand.Carry("d", 7, check(), desk.ref()));
    assertThat(desk.expectMessageClass(DeskCommand.Replied.class).reply())
        .isEqualTo(new OrderReply.Findings(List.of()));
    watch.close();
  }

  @Test
  void agentWithoutASiteFails() {
    TestProbe<DeskCommand> desk = kit.createTestProbe();

    agent(Optional.empty(), List.of())
        .tell(new AgentCommand.Carry("d", 1, holdOrder("a.1.0"), desk.ref()));

    assertThat(desk.expectMessageClass(DeskCommand.Replied.class).reply())
        .isEqualTo(new OrderReply.Failed("this agent has no site whose time can be booked"));
  }
}
