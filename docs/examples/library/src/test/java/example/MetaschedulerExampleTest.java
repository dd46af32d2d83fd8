package example;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import io.metasched.metascheduler.actor.Domains;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.cyclic.actor.Metascheduler;
import io.metasched.metascheduler.cyclic.actor.VoUser;
import io.metasched.metascheduler.cyclic.scheduling.VoRules;
import io.metasched.metascheduler.cyclic.scheduling.VoScheduler;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.LocalPlan;
import io.metasched.resource.pricing.ListPricing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A metascheduler with one domain and one user: a job is booked in the first cycle. */
final class MetaschedulerExampleTest {
  private static final ActorTestKit TEST_KIT = ActorTestKit.create();

  @Test
  void aJobIsBookedInTheCycleAfterItsSubmission() {
    var nodes = List.of(Node.of(0, 1, 1_000), Node.of(1, 2, 3_000)); // id, performance, price
    var prices = new ListPricing();
    var domain =
        TEST_KIT.spawn(
            Domain.create(0, nodes, prices, LocalPlan.none(60_000), DomainSettings.load()));
    var domains = new Domains(new TreeMap<>(Map.of(0, domain)), nodes);
    var rules = new VoRules(1, 60_000, 0, 10, 1, true); // horizon 60 units, unlimited accounts
    var policy = Policies.builtIn().create("backfilling");
    var metascheduler =
        TEST_KIT.spawn(
            Metascheduler.create(
                0,
                () -> new VoScheduler(rules, nodes, prices, "backfilling", policy, cycle -> cycle),
                domains,
                MetaschedulerSettings.load()));
    var user = TEST_KIT.spawn(VoUser.create(0, 0, metascheduler));
    var said = TEST_KIT.<VoUser.Reply>createTestProbe();
    var clock = TEST_KIT.<Metascheduler.Reply>createTestProbe();

    user.tell(new VoUser.Join(new CommandId(1, 1), said.ref())); // issuer, number
    said.expectMessage(new VoUser.Joined(new CommandId(1, 1)));
    long none = WindowRequest.NO_LIMIT; // of cost and deadline
    var work = Work.volume(20_000); // on each of two nodes, at performance 1
    var job = Job.of(JobId.of(1), 0, 0, 2, work, Requirements.NONE, none, none, Criterion.START);
    user.tell(new VoUser.SubmitJob(new CommandId(1, 2), job, 0, said.ref()));
    said.expectMessageClass(VoUser.Submitted.class);

    metascheduler.tell(new Metascheduler.BeginCycle(new CommandId(2, 1), 0, 0, clock.ref()));
    clock.expectMessageClass(Metascheduler.CycleBegun.class);
    metascheduler.tell(new Metascheduler.BookPlan(new CommandId(2, 2), 0, clock.ref()));
    var window =
        clock.expectMessageClass(Metascheduler.JobsBooked.class).bookings().get(0).window();
    assertThat(window.start()).isZero();
    assertThat(window.costMilli()).isEqualTo(20 * 1_000 + 10 * 3_000);
  }

  @AfterAll
  static void shutDown() {
    TEST_KIT.shutdownTestKit();
  }
}
