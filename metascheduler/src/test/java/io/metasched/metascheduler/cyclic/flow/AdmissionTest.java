package io.metasched.metascheduler.cyclic.flow;

import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.fixture.JobFixture;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Node;
import io.metasched.resource.pricing.DiscountOverTime;
import io.metasched.resource.pricing.ListPricing;
import io.metasched.resource.pricing.Pricing;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Admission of jobs to two slow nodes at price 1, one of them with a disk, and to a fast node at
 * price 3.
 */
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
    assertRefused(job(1).nodes(4), RefusalReason.NOT_ENOUGH_NODES, 4, 3);
    assertRefused(job(1).nodes(3).needs(0, "disk"), RefusalReason.REQUIREMENTS, 3, 2);
    assertRefused(job(1).nodes(2).needs(2), RefusalReason.REQUIREMENTS, 2, 1);
    assertRefused(job(1).needs(0, "gpu"), RefusalReason.REQUIREMENTS, 1, 0);
    assertThat(refusal(job(1).nodes(2).needs(0, "disk"))).isEmpty();
  }

  @Test
  void aLimitBelowTheCheapestNodesIsAReason() {
    // 4 units at price 1 on each slow node; 2 units at price 3 on the fast one
    assertRefused(job(1).nodes(2).volume(4).limit(7), RefusalReason.BELOW_ANY_PRICE, 8000, 7000);
    assertThat(refusal(job(1).nodes(2).volume(4).limit(8))).isEmpty();
    assertRefused(
        job(1).nodes(2).volume(4).needs(0, "disk").limit(9),
        RefusalReason.BELOW_ANY_PRICE,
        10_000,
        9000);
  }

  @Test
  void nodesThatCostNothingAreWithinEachLimit() {
    var nodes = List.of(new Node(0, 0, 1, 0, 0, List.of()), new Node(1, 0, 1, 0, 0, List.of()));

    assertThat(
            new Admission(nodes, new ListPricing(), 1000).refusal(job(1).nodes(2).limit(0).build()))
        .isEmpty();
  }

  @Test
  void aCostBeyondAllThatCanBeCountedIsAboveEachLimit() {
    var nodes =
        IntStream.rangeClosed(1, 1100)
            .mapToObj(id -> new Node(id, 0, 1, Long.MAX_VALUE / 1000, 0, List.of()))
            .toList();
    var job = job(1).nodes(1100).volume(1).limit(7).build();

    assertThat(new Admission(nodes, new ListPricing(), 1000).refusal(job))
        .contains(new JobRefusal(RefusalReason.BELOW_ANY_PRICE, Long.MAX_VALUE, 7000));
  }

  @Test
  void nodesAboveALimitOnPricesDoNotCount() {
    assertRefused(job(1).nodes(3).priceLimit(2999), RefusalReason.PRICE_LIMIT, 3000, 2999);
    assertRefused(job(1).priceLimit(999), RefusalReason.PRICE_LIMIT, 1000, 999);
    assertRefused(job(1).needs(2).priceLimit(2999), RefusalReason.PRICE_LIMIT, 3000, 2999);
    assertThat(refusal(job(1).nodes(3).priceLimit(3000))).isEmpty();
  }

  @Test
  void aDeadlineTooNearToTheEarliestStartIsAReason() {
    assertRefused(job(1).volume(4).earliest(8).deadline(9), RefusalReason.DEADLINE, 2000, 1000);
    assertThat(refusal(job(1).volume(4).earliest(8).deadline(10))).isEmpty();
  }

  @Test
  void theHighestPossiblePricesOfOwnersCountNotThePresentOnes() {
    var halfPrice = new DiscountOverTime(1000, 500);

    var refusal = refusal(halfPrice, job(1).nodes(2).volume(4).limit(4));

    assertThat(refusal).isEmpty();
  }

  @Test
  void aDeadlineThatNotEvenTheFastestNodesMeetIsAReason() {
    assertRefused(job(1).volume(4).submittedAt(5).deadline(6), RefusalReason.DEADLINE, 2000, 1000);
    assertThat(refusal(job(1).volume(4).submittedAt(5).deadline(7))).isEmpty();
    assertRefused(
        job(1).nodes(2).volume(4).submittedAt(5).deadline(8), RefusalReason.DEADLINE, 4000, 3000);
    assertRefused(job(1).volume(4).submittedAt(5).deadline(3), RefusalReason.DEADLINE, 2000, -2000);
  }

  @Test
  void aJobWhoseNodesAreGoneIsNotReportedAsLate() {
    var admission = new Admission(NODES, new ListPricing(), 1000);

    assertThat(admission.late(job(1).nodes(4).build(), 0))
        .contains(new JobRefusal(RefusalReason.NOT_ENOUGH_NODES, 4, 3));
    assertThat(admission.late(job(1).nodes(3).build(), 0)).isEmpty();
  }

  @Test
  void anAccountWithLessThanTheLeastCostIsAReason() {
    var admission = new Admission(NODES, new ListPricing(), 1000);
    var job = job(1).nodes(2).volume(4).build();

    assertThat(admission.unpaid(job, 7999))
        .contains(new JobRefusal(RefusalReason.BUDGET, 8000, 7999));
    assertThat(admission.unpaid(job, 8000)).isEmpty();
  }

  private static void assertRefused(
      JobFixture job, RefusalReason reason, long needed, long available) {
    assertThat(refusal(job)).contains(new JobRefusal(reason, needed, available));
  }

  private static Optional<JobRefusal> refusal(JobFixture job) {
    return refusal(new ListPricing(), job);
  }

  private static Optional<JobRefusal> refusal(Pricing pricing, JobFixture job) {
    return new Admission(NODES, pricing, 1000).refusal(job.build());
  }
}
