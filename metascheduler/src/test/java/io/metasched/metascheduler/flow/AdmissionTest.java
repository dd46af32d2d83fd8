package io.metasched.metascheduler.flow;

import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.fixture.JobFixture;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.DiscountOverTime;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.resource.pricing.Pricing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two slow nodes at 1, of which one has a disk, and a fast one at 3. */
final class AdmissionTest {
  private static final List<Node> NODES =
      List.of(
          new Node(1, 0, 1, 1000, 0, List.of("disk")),
          new Node(2, 0, 1, 1000, 0, List.of()),
          new Node(3, 0, 2, 3000, 0, List.of("disk")));

  @Test
  void aJobThatCouldRunIsAdmitted() {
    assertThat(refusal(job(1).nodes(3).volume(4))).isEmpty();
  }

  @Test
  void tooFewNodesThatMeetTheRequirementsAreAReason() {
    assertThat(refusal(job(1).nodes(4))).contains(RefusalReason.NOT_ENOUGH_NODES);
    assertThat(refusal(job(1).nodes(3).needs(0, "disk"))).contains(RefusalReason.NOT_ENOUGH_NODES);
    assertThat(refusal(job(1).nodes(2).needs(2))).contains(RefusalReason.NOT_ENOUGH_NODES);
    assertThat(refusal(job(1).nodes(2).needs(0, "disk"))).isEmpty();
  }

  @Test
  void aLimitBelowTheCheapestNodesIsAReason() {
    // 4 units at 1 on each slow node; 2 units at 3 on the fast one
    assertThat(refusal(job(1).nodes(2).volume(4).limit(7))).contains(RefusalReason.BELOW_ANY_PRICE);
    assertThat(refusal(job(1).nodes(2).volume(4).limit(8))).isEmpty();
    assertThat(refusal(job(1).nodes(2).volume(4).needs(0, "disk").limit(9)))
        .contains(RefusalReason.BELOW_ANY_PRICE);
  }

  @Test
  void nodesAboveALimitOnPricesDoNotCount() {
    assertThat(refusal(job(1).nodes(3).priceLimit(2999))).contains(RefusalReason.NOT_ENOUGH_NODES);
    assertThat(refusal(job(1).nodes(3).priceLimit(3000))).isEmpty();
  }

  @Test
  void aDeadlineTooNearToTheEarliestStartIsAReason() {
    assertThat(refusal(job(1).volume(4).earliest(8).deadline(9))).contains(RefusalReason.DEADLINE);
    assertThat(refusal(job(1).volume(4).earliest(8).deadline(10))).isEmpty();
  }

  @Test
  void whatOwnersMayEverAskCountsNotWhatTheyAskNow() {
    var halfPrice = new DiscountOverTime(1000, 500);

    var refusal = refusal(halfPrice, job(1).nodes(2).volume(4).limit(4));

    assertThat(refusal).isEmpty();
  }

  @Test
  void aDeadlineThatNotEvenTheFastestNodesMeetIsAReason() {
    assertThat(refusal(job(1).volume(4).submittedAt(5).deadline(6)))
        .contains(RefusalReason.DEADLINE);
    assertThat(refusal(job(1).volume(4).submittedAt(5).deadline(7))).isEmpty();
    assertThat(refusal(job(1).nodes(2).volume(4).submittedAt(5).deadline(8)))
        .contains(RefusalReason.DEADLINE);
  }

  @Test
  void aDeadlineIsMissedWhereTheNodesAreMissing() {
    var admission = new Admission(NODES, new ListPricing(), 1000);

    assertThat(admission.cannotMeetDeadline(job(1).nodes(4).build(), 0)).isTrue();
    assertThat(admission.cannotMeetDeadline(job(1).nodes(3).build(), 0)).isFalse();
  }

  private static Optional<RefusalReason> refusal(JobFixture job) {
    return refusal(new ListPricing(), job);
  }

  private static Optional<RefusalReason> refusal(Pricing pricing, JobFixture job) {
    return new Admission(NODES, pricing, 1000).refusal(job.build());
  }
}
