package io.metasched.metascheduler.alternatives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sizes of problems up to which the two choices accept a problem or prove its optimum. */
final class ChoiceLimitsTest {
  /** Returns three jobs that may each take 0, 1 or {@code ticks}; t* is the mean. */
  private static ChoiceProblem threeJobs(long ticks) {
    var offers =
        List.of(
            new AlternativeOffer(0, 0), new AlternativeOffer(1, 0), new AlternativeOffer(ticks, 0));
    return problem(VoGoal.MIN_IDLENESS, Collections.nCopies(3, offers));
  }

  private static ChoiceProblem problem(VoGoal goal, List<List<AlternativeOffer>> offers) {
    var limits = Collections.nCopies(offers.size(), 0L);
    return new ChoiceProblem(goal, BudgetReading.MEAN_COSTS, 1, offers, limits);
  }

  @Test
  void sumsAreProvenByATableOfSixteenWordsAState() {
    var fourWordsAJob = threeJobs(200); // t* is 201, so that 4 rows have 4 words each
    var fiveWordsAJob = threeJobs(260); // t* is 261
    var eightWordsAJob = threeJobs(460); // t* is 462

    assertThat(new ExactChoice(1).choose(fourWordsAJob))
        .isEqualTo(new Choice(List.of(0, 1, 2), 201, true));
    assertThat(new ExactChoice(1).choose(fiveWordsAJob).proven()).isFalse();
    assertThat(new ExactChoice(2).choose(fiveWordsAJob))
        .isEqualTo(new Choice(List.of(0, 1, 2), 261, true));
    assertThat(new ExactChoice(2).choose(eightWordsAJob))
        .isEqualTo(new Choice(List.of(1, 1, 2), 462, true));
  }

  @Test
  void theExactChoiceKeepsAtLeastOneState() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ExactChoice(0))
        .withMessage("maxStates must be at least 1, but is 0");
  }

  @Test
  void theRecursionAcceptsAGridUpToItsLimit() {
    var one = problem(VoGoal.MIN_COST, List.of(job(49_999_999)));
    var two = problem(VoGoal.MIN_COST, List.of(job(12_000_000), job(12_999_999)));

    assertThat(new BackwardRecursion().choose(one))
        .isEqualTo(new Choice(List.of(0), 49_999_999, true));
    assertThat(new BackwardRecursion().choose(two))
        .isEqualTo(new Choice(List.of(0, 0), 24_999_999, true));
  }

  @Test
  void theRecursionRejectsAGridBeyondItsLimit() {
    var one = problem(VoGoal.MIN_COST, List.of(job(50_000_000)));
    var two = problem(VoGoal.MIN_COST, List.of(job(12_000_000), job(13_000_000)));

    assertThatExceptionOfType(GridTooLargeException.class)
        .isThrownBy(() -> new BackwardRecursion().choose(one))
        .withMessage(
            "a grid of 1 jobs x 50000001 levels exceeds 50000000 cells: use the exact choice");
    assertThatExceptionOfType(GridTooLargeException.class)
        .isThrownBy(() -> new BackwardRecursion().choose(two))
        .withMessageStartingWith("a grid of 2 jobs x 25000001 levels");
  }

  private static List<AlternativeOffer> job(long ticks) {
    return List.of(new AlternativeOffer(ticks, 1000));
  }
}
