package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.SerializationExtension;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.GivenClock;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.UnreachableException;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Booking of time with sites: orders to their agents, and the replies. */
final class AgentSitesTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final DeskSettings SETTINGS =
      new DeskSettings(
          Duration.ofMillis(20), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
  private static final Optional<AgentSecret> SECRET = Optional.of(new AgentSecret("a's"));
  private static final Optional<AgentSecret> WRONG = Optional.of(new AgentSecret("b's"));
  private static final SiteTitle FIRM =
      new SiteTitle("partition vo of Slurm", SiteTerms.Promise.FIRM, 10_000);

  // configured as in the link
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(new Jdk8Module())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private final ActorTestKit kit =
      ActorTestKit.create(
          com.typesafe.config.ConfigFactory.parseString(
                  "akka.actor.serialization-bindings.\"%s\" = jackson-cbor"
                      .formatted(LinkMessage.class.getName()))
              .withFallback(com.typesafe.config.ConfigFactory.load()));
  private final GivenClock clock = new GivenClock(NOON);
  private final ActorRef<DeskCommand> desk =
      kit.spawn(AgentDesk.create(new FactListeners(), read -> {}, SETTINGS, Map.of(), clock));
  private final AgentSites sites = new AgentSites(desk);
  private final TestProbe<AgentCommand> agent = kit.createTestProbe();

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  private static List<OfferedNode> nodes(String name) {
    return List.of(new OfferedNode(name, 1, 500, List.of()));
  }

  private void beat(AgentTitle title, TestProbe<AgentCommand> from, Optional<AgentSecret> secret) {
    var offset = new ClockOffset(Duration.ZERO, Duration.ofMillis(1));
    desk.tell(
        new DeskCommand.Beat(title, clock.instant(), Optional.of(offset), from.ref(), secret));
  }

  private void beatOfSite() {
    beat(AgentTitle.ofSite("a", "hpc", nodes("hpc-1"), FIRM, List.of()), agent, SECRET);
    agent.expectMessageClass(AgentCommand.Heard.class);
  }

  private static SiteHold hold(String name) {
    return new SiteHold(name, "hpc-1", NOON, NOON.plusSeconds(60));
  }

  /** Receives orders until an order arrives that is not a repetition. */
  private AgentCommand.Carry order(long after) {
    while (true) {
      var carry = agent.expectMessageClass(AgentCommand.Carry.class);
      if (carry.number() > after) {
        return carry;
      }
    }
  }

  private void reply(AgentCommand.Carry carry, OrderReply reply) {
    carry.replyTo().tell(new DeskCommand.Replied("a", carry.number(), reply, SECRET));
  }

  @Test
  void holdIsAnsweredByItsAgentOnly() {
    beatOfSite();
    var refusal = new HoldRefusal("j.1.0", HoldRefusal.Reason.TAKEN, "overlaps");

    var held = sites.hold("a", List.of(hold("j.1.0"))).toCompletableFuture();
    var carry = order(-1);

    assertThat(carry.order()).isEqualTo(new AgentOrder.Hold(List.of(hold("j.1.0"))));
    var forged = OrderReply.HoldAnswer.of(Optional.empty());
    desk.tell(new DeskCommand.Replied("a", carry.number(), forged, WRONG));
    desk.tell(new DeskCommand.Replied("a", carry.number(), forged, Optional.empty()));
    desk.tell(new DeskCommand.Replied("b", carry.number(), forged, SECRET));
    clock.now = NOON.plusSeconds(1);
    assertThat(order(carry.number() - 1)).isEqualTo(carry); // repeated, because there is no reply
    reply(carry, OrderReply.HoldAnswer.of(Optional.of(refusal)));
    assertThat(held.join()).contains(refusal);
  }

  @Test
  void failureAtTheAgentFailsTheStage() {
    beatOfSite();

    var held = sites.hold("a", List.of(hold("j.1.0"))).toCompletableFuture();
    reply(order(-1), new OrderReply.Failed("the controller did not answer"));

    assertThatThrownBy(held::join).hasRootCauseMessage("the controller did not answer");
    var other = sites.release("a", List.of("j.1.0")).toCompletableFuture();
    reply(order(0), new OrderReply.Facts(List.of()));
    assertThatThrownBy(other::join).hasRootCauseMessage("agent a: not a reply to the order: Facts");
  }

  @Test
  void unknownAgentHoldsNothing() {
    beatOfSite();

    assertThatThrownBy(sites.hold("b", List.of(hold("j.1.0"))).toCompletableFuture()::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(UnreachableException.class)
        .hasRootCauseMessage("agent b has not sent a heartbeat");
  }

  @Test
  void checkOfManyHoldsIsDividedIntoPagesOfNames() {
    beatOfSite();
    var booked = new ArrayList<SiteHold>();
    for (int i = 0; i < 2 * HoldPages.PARTS + 1; i++) {
      booked.add(hold("j%05d.1.0".formatted(i)));
    }

    var checked = sites.check("a", booked).toCompletableFuture();
    var pages = new ArrayList<AgentOrder.CheckHolds>();
    for (long number = 0; number < 3; number++) {
      var carry = order(number - 1);
      var page = (AgentOrder.CheckHolds) carry.order();
      pages.add(page);
      var name = page.booked().get(0).name();
      reply(carry, new OrderReply.Findings(List.of(new HoldFinding(name, Kind.MISSING, ""))));
    }

    assertThat(pages).extracting(page -> page.booked().size()).containsExactly(1000, 1000, 1);
    assertThat(pages)
        .extracting(AgentOrder.CheckHolds::after)
        .containsExactly("", "j00999.1.0", "j01999.1.0");
    assertThat(pages)
        .extracting(AgentOrder.CheckHolds::until)
        .containsExactly("j00999.1.0", "j01999.1.0", "");
    for (var hold : booked) {
      assertThat(pages).filteredOn(page -> page.covers(hold.name())).hasSize(1);
    }
    assertThat(checked.join())
        .extracting(HoldFinding::hold)
        .containsExactly("j00000.1.0", "j01000.1.0", "j02000.1.0");
  }

  @Test
  void checkOfNoHoldsCoversAllNames() {
    assertThat(HoldPages.of(List.of()))
        .containsExactly(new AgentOrder.CheckHolds(List.of(), "", ""));
  }

  @Test
  void releaseOfManyHoldsEndsAfterItsLastPage() {
    beatOfSite();
    var names = new ArrayList<String>();
    for (int i = 0; i < HoldPages.PARTS + 1; i++) {
      names.add("j%05d.1.0".formatted(i));
    }

    var released = sites.release("a", names).toCompletableFuture();
    reply(order(-1), new OrderReply.Done());
    var last = order(0);

    assertThat(released).isNotDone();
    assertThat(last.order()).isEqualTo(new AgentOrder.Release(List.of("j01000.1.0")));
    reply(last, new OrderReply.Done());
    assertThat(released.join()).isNull();
  }

  @Test
  void bookingOfTooManyPartsFails() {
    var parts = new ArrayList<SiteHold>();
    for (int i = 0; i <= HoldPages.PARTS; i++) {
      parts.add(hold("j.1." + i));
    }

    assertThatThrownBy(sites.hold("a", parts).toCompletableFuture()::join)
        .hasRootCauseMessage("a booking has at most 1000 parts, given were 1001");
  }

  @Test
  void largestOrderAndReplyFitIntoAMessage() {
    var name = "x".repeat(64) + ".1000000000.";
    var parts = new ArrayList<SiteHold>();
    var findings = new ArrayList<HoldFinding>();
    for (int i = 0; i < HoldPages.PARTS; i++) {
      var part = name + "%010d".formatted(i);
      parts.add(new SiteHold(part, "n".repeat(64), NOON, NOON.plusSeconds(60)));
      for (var kind : Kind.values()) {
        findings.add(new HoldFinding(part, kind, "\u20ac".repeat(1000)));
        findings.add(new HoldFinding(part, kind, "zzz"));
      }
    }

    var bounded = HoldPages.bounded(findings);
    assertThat(bounded.findings()).hasSize(HoldPages.FINDINGS);
    assertThat(size(new AgentCommand.Carry("d", 1, HoldPages.of(parts).get(0), desk)))
        .isLessThan(500_000);
    assertThat(size(new DeskCommand.Replied("a", 1, bounded, SECRET))).isLessThan(2_000_000);
  }

  private int size(LinkMessage message) {
    return SerializationExtension.get(Adapter.toClassic(kit.system()))
        .serialize(message)
        .get()
        .length;
  }

  @Test
  void termsAreThoseOfTheAgentOfEachNode() {
    beatOfSite();
    TestProbe<AgentCommand> other = kit.createTestProbe();
    beat(new AgentTitle("b", "north", nodes("n1"), "none", List.of()), other, Optional.empty());

    var terms = new SiteTerms("a", "partition vo of Slurm", SiteTerms.Promise.FIRM, 10_000);
    assertThat(sites.terms().toCompletableFuture().join())
        .containsExactly(Map.entry("hpc-1", Optional.of(terms)), Map.entry("n1", Optional.empty()));
  }

  @Test
  void agentWithTheIdOfAnotherOneIsTurnedAway() {
    beatOfSite();
    TestProbe<AgentCommand> other = kit.createTestProbe();

    beat(AgentTitle.ofSite("a", "hpc", nodes("hpc-9"), FIRM, List.of()), other, WRONG);
    assertThat(other.expectMessageClass(AgentCommand.TurnedAway.class).why())
        .isEqualTo("another agent already has the id a, with another secret in its folder");
    beat(AgentTitle.ofSite("a", "hpc", nodes("hpc-9"), FIRM, List.of()), other, Optional.empty());
    other.expectMessageClass(AgentCommand.TurnedAway.class);

    assertThat(sites.terms().toCompletableFuture().join()).containsOnlyKeys("hpc-1");
  }

  @Test
  void agentThatIsUpgradedKeepsItsId() {
    var title = AgentTitle.ofSite("a", "hpc", nodes("hpc-1"), FIRM, List.of());
    beat(title, agent, Optional.empty());
    agent.expectMessageClass(AgentCommand.Heard.class);

    beat(title, agent, SECRET);

    agent.expectMessageClass(AgentCommand.Heard.class);
    beat(title, agent, WRONG);
    agent.expectMessageClass(AgentCommand.TurnedAway.class);
  }

  @Test
  void secretIsNotInALogLine() {
    assertThat(new DeskCommand.Replied("a", 1, new OrderReply.Done(), SECRET).toString())
        .doesNotContain("a's");
  }

  @Test
  void messageThatLacksAFieldIsNotReceived() throws JsonProcessingException {
    var refusal = new HoldRefusal("j.1.0", HoldRefusal.Reason.TAKEN, "t");
    var finding = new HoldFinding("j.1.0", Kind.CHANGED, "d");
    requireAllFields(FIRM, SiteTitle.class, "description", "promise");
    requireAllFields(hold("j.1.0"), SiteHold.class, "name", "node", "start", "end");
    requireAllFields(refusal, HoldRefusal.class, "hold", "reason", "text");
    requireAllFields(finding, HoldFinding.class, "hold", "kind", "detail");
    requireAllFields(new AgentOrder.Hold(List.of()), AgentOrder.Hold.class, "parts");
    requireAllFields(new AgentOrder.Release(List.of()), AgentOrder.Release.class, "names");
    requireAllFields(
        new AgentOrder.CheckHolds(List.of(), "", ""),
        AgentOrder.CheckHolds.class,
        "booked",
        "after",
        "until");
    // without its fields, it must not mean that the time is held
    requireAllFields(
        OrderReply.HoldAnswer.of(Optional.of(refusal)), OrderReply.HoldAnswer.class, "refusal");
    requireAllFields(
        OrderReply.HoldAnswer.of(Optional.empty()), OrderReply.HoldAnswer.class, "held");
    requireAllFields(new OrderReply.Findings(List.of()), OrderReply.Findings.class, "findings");
  }

  @Test
  void fieldsThatAnotherVersionLacksAreEmpty() throws JsonProcessingException {
    var lost = new RunFact.Lost(new RunId("j", 1, 0), NOON, Optional.of("job 9 is PREEMPTED"));

    var json = JSON.writeValueAsString(lost);

    assertThat(JSON.readValue(json, RunFact.class)).isEqualTo(lost);
    assertThat(JSON.readValue(json.replace("bySite", "x"), RunFact.class))
        .isEqualTo(new RunFact.Lost(lost.id(), lost.at()));
  }

  private static <T> void requireAllFields(T message, Class<T> kind, String... fields)
      throws JsonProcessingException {
    var json = JSON.writeValueAsString(message);
    assertThat(JSON.readValue(json, kind)).isEqualTo(message);
    for (var field : fields) {
      var without = json.replace("\"" + field + "\":", "\"x\":");
      assertThat(without).isNotEqualTo(json);
      assertThatThrownBy(() -> JSON.readValue(without, kind))
          .as(field)
          .isInstanceOf(JsonProcessingException.class);
    }
  }
}
