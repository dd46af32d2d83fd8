package io.metasched.metascheduler.alternatives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChoiceProblemTest {
  private static final AlternativeOffer OFFER = new AlternativeOffer(1, 1_000);

  @Test
  void aProblemDoesNotChangeWithTheListsItWasMadeFrom() {
    var offers = new ArrayList<>(List.of(OFFER));
    var offersByJob = new ArrayList<List<AlternativeOffer>>(List.of(offers));
    var limits = new ArrayList<>(List.of(5L));
    var problem = problem(1, offersByJob, limits);

    offers.clear();
    offersByJob.clear();
    limits.clear();

    assertThat(problem).isEqualTo(problem(1, List.of(List.of(OFFER)), List.of(5L)));
  }

  @Test
  void aJobWithoutAnOfferIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(1, List.of(List.of(OFFER), List.of()), List.of(0L, 0L)))
        .withMessage("job 1 has no offer");
  }

  @Test
  void aJobWithoutALimitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(1, List.of(List.of(OFFER)), List.of()))
        .withMessage("1 jobs have offers, but 0 have a limit");
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new AlternativeOffer(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new AlternativeOffer(0, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> problem(0, List.of(), List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(1, List.of(List.of(OFFER)), List.of(-1L)));
  }

  @Test
  void sumsThatCouldOverflowAreRefused() {
    long half = ChoiceProblem.LARGEST_SUM / 2;
    var slow = List.of(new AlternativeOffer(half, 0), new AlternativeOffer(half, 0));
    var dear =
        List.of(List.of(new AlternativeOffer(0, half)), List.of(new AlternativeOffer(0, half)));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(1, List.of(slow), List.of(0L)))
        .withMessageContaining("times");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(1, dear, List.of(0L, 0L)))
        .withMessageContaining("costs");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(Long.MAX_VALUE, List.of(List.of(OFFER)), List.of(0L)))
        .withMessageContaining("times");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(1, List.of(List.of(OFFER)), List.of(Long.MAX_VALUE)))
        .withMessageContaining("limits");
  }

  @Test
  void sumsUpToTheLargestAreAllowed() {
    long most = ChoiceProblem.LARGEST_SUM;
    var slowest = List.of(List.of(new AlternativeOffer(most - 3, 0), new AlternativeOffer(1, 0)));
    var mostExpensive = List.of(List.of(new AlternativeOffer(0, most - 1000)));

    assertThat(problem(1, slowest, List.of(most)).limitMilliByJob()).containsExactly(most);
    assertThat(problem(1, mostExpensive, List.of(0L)).offersByJob()).isEqualTo(mostExpensive);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(2, slowest, List.of(0L)))
        .withMessage("the times sum to more than " + most);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> problem(1, List.of(List.of(OFFER), List.of(OFFER)), List.of(most, 1L)))
        .withMessage("the limits sum to more than " + most);
  }

  private static ChoiceProblem problem(
      long granularityTicks, List<List<AlternativeOffer>> offersByJob, List<Long> limits) {
    return new ChoiceProblem(
        VoGoal.MIN_TIME, BudgetReading.MEAN_COSTS, granularityTicks, offersByJob, limits);
  }
}
