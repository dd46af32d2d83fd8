package example;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.HeldPart;
import io.metasched.resource.actor.JobBooking;
import io.metasched.resource.actor.PlanningSessions;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.pricing.ListPricing;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A domain of two nodes: a part that is held and committed is no longer vacant. */
final class DomainExampleTest {
  private static final ActorTestKit TEST_KIT = ActorTestKit.create();

  @Test
  void aCommittedPartIsNoLongerVacant() {
    var nodes = List.of(Node.of(0, 1, 1_000), Node.of(1, 2, 3_000)); // id, performance, price
    var owners = LocalPlan.none(60_000); // ticks that owners open at once
    var domain =
        TEST_KIT.spawn(Domain.create(0, nodes, new ListPricing(), owners, DomainSettings.load()));
    var replies = TEST_KIT.<Domain.Reply>createTestProbe();
    var me = replies.ref();

    var horizon = new Span(0, 60_000);
    domain.tell(
        new PlanningSessions.OpenSession(new CommandId(7, 1), horizon, 0, me)); // issuer, number
    var seen = replies.expectMessageClass(PlanningSessions.SessionOpened.class).versions().get(1);
    var part = new HeldPart(1, new Span(0, 20_000), seen.version());
    var job = JobId.of(1);
    domain.tell(new JobBooking.Hold(new CommandId(7, 2), job, List.of(part), 0, 10_000, me));
    replies.expectMessage(new Domain.Done(new CommandId(7, 2)));
    domain.tell(new JobBooking.Commit(new CommandId(7, 3), job, List.of(1), List.of(), 0, me));
    replies.expectMessage(new Domain.Done(new CommandId(7, 3)));

    domain.tell(new PlanningSessions.OpenSession(new CommandId(7, 4), horizon, 0, me));
    var vacant = replies.expectMessageClass(PlanningSessions.SessionOpened.class).list();
    assertThat(vacant).extracting(Slot::span).containsExactly(horizon, new Span(20_000, 60_000));
  }

  @AfterAll
  static void shutDown() {
    TEST_KIT.shutdownTestKit();
  }
}
