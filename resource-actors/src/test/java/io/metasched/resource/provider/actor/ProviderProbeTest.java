package io.metasched.resource.provider.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.resource.actor.Rejection;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.Lateness;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.PlanFigures;
import io.metasched.resource.provider.probe.ProbeAnswer;
import io.metasched.resource.provider.probe.RatedSlot;
import io.metasched.resource.provider.probe.ReservationProbe;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.MetricWeights;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Probes of a provider with four processors; a spec covers its other messages. */
final class ProviderProbeTest {
  private static final ActorTestKit testKit = ActorTestKit.create();
  private static final ReservationRequest WANTED = new ReservationRequest(9, 5, 20, 4, 5);
  private static final ReservationProbe WHAT_IF =
      new ReservationProbe(
          AvailabilityMethods.named("what-if", MetricWeights.EQUAL).orElseThrow(),
          new CandidateStarts(9, 5));

  private final TestProbe<Provider.Reply> sender = testKit.createTestProbe();
  private final TestProbe<?> unhandled = testKit.createUnhandledMessageProbe();
  private final ActorRef<Provider.Command> provider = provider(Optional.of(WHAT_IF));
  private long count;

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  @AfterEach
  void everyMessageIsHandled() {
    unhandled.expectNoMessage(Duration.ZERO);
  }

  private static ActorRef<Provider.Command> provider(Optional<ReservationProbe> probe) {
    return testKit.spawn(
        Provider.create(
            1,
            () ->
                new ProviderBook(
                    4,
                    LocalSchedulers.named("easy").orElseThrow(),
                    CapacitySlots.VARIABLE,
                    HeadPromise.RESPECTED),
            probe,
            10,
            Journal.NONE));
  }

  private CommandId id() {
    count++;
    return new CommandId(7, count);
  }

  private List<RatedSlot> probe(long now) {
    provider.tell(new Provider.Probe(id(), WANTED, now, sender.ref()));
    return sender.expectMessageClass(Provider.Probed.class).answer().slots();
  }

  private static List<Long> available(List<RatedSlot> slots) {
    return slots.stream().filter(RatedSlot::isAvailable).map(RatedSlot::startTick).toList();
  }

  @Test
  void aProviderThatRatesNoSlotsRejectsAProbe() {
    var id = id();

    provider(Optional.empty()).tell(new Provider.Probe(id, WANTED, 0, sender.ref()));

    sender.expectMessage(new Provider.Rejected(id, 1, Rejection.NO_PROBES));
  }

  @Test
  void aProbeOfAnEarlierTickIsRejected() {
    probe(5);
    var id = id();

    provider.tell(new Provider.Probe(id, WANTED, 4, sender.ref()));

    sender.expectMessage(new Provider.Rejected(id, 1, Rejection.TOO_OLD));
  }

  @Test
  void aRepeatedProbeIsAnsweredFromMemory() {
    var probe = new Provider.Probe(id(), WANTED, 0, sender.ref());
    provider.tell(probe);
    var first = sender.expectMessageClass(Provider.Probed.class);
    provider.tell(new Provider.Reserve(id(), WANTED, Lateness.REFUSED, 0, sender.ref()));
    sender.expectMessageClass(Provider.Decided.class);

    provider.tell(probe);

    assertThat(available(first.answer().slots())).containsExactly(5L, 10L, 15L);
    sender.expectMessage(first);
  }

  @Test
  void aProbeShowsWhatHasChangedSinceTheLast() {
    assertThat(available(probe(0))).containsExactly(5L, 10L, 15L);
    assertThat(available(probe(0))).containsExactly(5L, 10L, 15L);

    provider.tell(new Provider.Reserve(id(), WANTED.at(10), Lateness.REFUSED, 0, sender.ref()));
    sender.expectMessageClass(Provider.Decided.class);

    assertThat(available(probe(0))).containsExactly(5L, 15L);
    assertThat(available(probe(6))).containsExactly(15L);
  }

  @Test
  void aProbeSaysWhatTheJobsWouldSuffer() {
    provider.tell(new Provider.Submit(id(), new BatchJob(1, 0, 4, 5), 0, sender.ref()));
    sender.expectMessageClass(Provider.Done.class);
    provider.tell(new Provider.Start(id(), true, 0, sender.ref()));
    sender.expectMessageClass(Provider.Started.class);
    provider.tell(new Provider.Submit(id(), new BatchJob(2, 0, 4, 5), 0, sender.ref()));
    sender.expectMessageClass(Provider.Done.class);
    provider.tell(new Provider.Submit(id(), new BatchJob(3, 0, 4, 5), 0, sender.ref()));
    sender.expectMessageClass(Provider.Done.class);

    var slots = probe(0);

    assertThat(slots.stream().filter(RatedSlot::isAvailable).map(RatedSlot::figures))
        .containsExactly(
            Optional.of(new PlanFigures(20, 12, 1, 5, 3, 5)),
            Optional.of(new PlanFigures(15, 10, 0, 0, PlanFigures.NONE, 0)));
  }

  @Test
  void aProbeAndItsAnswerTravelAsTheyAre() {
    var figures = new PlanFigures(20, 12, 1, 3, 2, 3);
    var slots =
        List.of(
            new RatedSlot(5, 0, Optional.empty()), new RatedSlot(10, 0.5, Optional.of(figures)));
    var probed = new Provider.Probed(id(), 1, new ProbeAnswer(slots, 7, 8, 9));

    var kit = testKit.serializationTestKit();
    kit.verifySerialization(new Provider.Probe(id(), WANTED, 3, sender.ref()), true);
    kit.verifySerialization(probed, true);
    kit.verifySerialization(new ProviderEvent.QuestionAnswered(3, probed), true);
  }

  @Test
  void everyAnswerThatIsStoredHasAName() {
    var names = Provider.Reply.class.getAnnotation(JsonSubTypes.class).value();
    var named = Arrays.stream(names).<Class<?>>map(JsonSubTypes.Type::value).toList();

    assertThat(Provider.Reply.class.getPermittedSubclasses())
        .filteredOn(each -> each != Provider.Rejected.class)
        .containsExactlyInAnyOrderElementsOf(named);
  }
}
