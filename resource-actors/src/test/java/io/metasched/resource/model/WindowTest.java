package io.metasched.resource.model;

import static io.metasched.resource.fixture.Pictures.node;
import static io.metasched.resource.fixture.Pictures.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows, window requests, and the nodes that meet requests. */
final class WindowTest {
  private static final Window ROUGH =
      window("n7 price=3 power=5 ..##", "n2 price=0.5 power=2 ..####", "n4 ..#");

  @Test
  void aWindowHasOneStartAndARoughRightEdge() {
    assertThat(ROUGH.parts()).extracting(Part::node).containsExactly(2, 4, 7);
    assertThat(ROUGH.start()).isEqualTo(2000);
    assertThat(ROUGH.finish()).isEqualTo(6000);
    assertThat(ROUGH.runtimeTicks()).isEqualTo(4000);
    assertThat(ROUGH.costMilli()).isEqualTo(9000);
    assertThat(ROUGH.procTimeTicks()).isEqualTo(7000);
    assertThat(ROUGH.energyMilli()).isEqualTo(18000);
  }

  @Test
  void eachCriterionLooksAtItsOwnValue() {
    assertThat(List.of(Criterion.values()))
        .extracting(ROUGH::value)
        .containsExactly(2000L, 9000L, 4000L, 6000L, 7000L, 18000L);
    assertThat(List.of(Criterion.values()))
        .extracting(Criterion::label)
        .containsExactly("start", "cost", "runtime", "finish", "proctime", "energy");
  }

  @Test
  void aWindowIsNoWorseThatStartsAndEndsNoLaterAndCostsNoMore() {
    assertThat(ROUGH.isNoWorseThan(ROUGH)).isTrue();
    assertThat(window("n1 .##").isNoWorseThan(window("n1 ..#"))).isFalse(); // more expensive
    assertThat(window("n1 .#").isNoWorseThan(window("n1 ..#"))).isTrue();
    assertThat(window("n1 ..#").isNoWorseThan(window("n1 .##"))).isFalse(); // later
    assertThat(window("n1 .##").isNoWorseThan(window("n1 ..#", "n2 ..#"))).isTrue();
    assertThat(window("n1 .###").isNoWorseThan(window("n1 ..#", "n2 ..#", "n3 ..#"))).isFalse();
  }

  @Test
  void noWindowIsEmptyHasTwoStartsOrANodeTwice() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Window(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> window("n1 ..#", "n2 .#"));
    assertThatIllegalArgumentException().isThrownBy(() -> window("n1 ..#", "n1 ..##"));
  }

  @Test
  void aRequestNeedsANodeAndAGrainOfTime() {
    var work = Work.duration(1);

    assertThatIllegalArgumentException().isThrownBy(() -> WindowRequest.of(0, work, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> WindowRequest.of(1, work, 0, 0));
  }

  @Test
  void aRequestNeverStartsEarlierThanItDidBefore() {
    var request = WindowRequest.of(1, Work.duration(1), 1, 0).between(10, 20);

    assertThat(request.notBefore(5)).isEqualTo(request);
    assertThat(request.notBefore(15)).isEqualTo(request.between(15, 20));
  }

  @Test
  void aLimitOnPricesTakesThePlaceOfTheLimitOnCost() {
    var request = WindowRequest.of(1, Work.duration(1), 1, 0).withSlotPriceLimit(7);

    assertThat(request.costLimitMilli()).isEqualTo(WindowRequest.NO_LIMIT);
    assertThat(request.slotPriceLimitMilli()).isEqualTo(7);
  }

  @Test
  void aNodeMeetsRequirementsWithAllThePropertiesAndThePerformance() {
    var needs = new Requirements(2, List.of("ssd", "gpu"));

    assertThat(needs.metBy(node("n1 perf=2 has=gpu has=ib has=ssd"))).isTrue();
    assertThat(needs.metBy(node("n1 perf=1 has=gpu has=ib has=ssd"))).isFalse();
    assertThat(needs.metBy(node("n1 perf=3 has=gpu"))).isFalse();
    assertThat(Requirements.NONE.metBy(node("n1"))).isTrue();
  }

  @Test
  void propertiesAreSortedWithoutDuplicates() {
    assertThat(node("n1 has=ssd has=gpu has=ssd").properties()).containsExactly("gpu", "ssd");
    assertThat(new Requirements(0, List.of("b", "a", "b")).properties()).containsExactly("a", "b");
  }

  @Test
  void noNodeIsWithoutPerformance() {
    assertThatIllegalArgumentException().isThrownBy(() -> node("n1 perf=0"));
    assertThatIllegalArgumentException().isThrownBy(() -> node("n1 price=-1"));
    assertThatIllegalArgumentException().isThrownBy(() -> node("n1 power=-1"));
  }

  @Test
  void jobsAreOrderedByOrganizationThenByNumber() {
    var sorted =
        List.of(new JobId(1, 1), new JobId(0, 10), new JobId(0, 9)).stream().sorted().toList();

    assertThat(sorted).extracting(JobId::toString).containsExactly("9", "10", "1/1");
  }
}
