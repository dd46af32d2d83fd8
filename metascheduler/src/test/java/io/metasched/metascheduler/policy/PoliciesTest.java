package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PoliciesTest {

  @Test
  void thePoliciesStandInFamilyOrder() {
    assertThat(Policies.builtIn().names())
        .containsExactly(
            "css", "batch-slicer", "bsf", "backfilling", "late-binding", "fcfs", "random");
  }

  @Test
  void anUnknownNameIsNotFound() {
    assertThat(Policies.builtIn().named("CSS")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          batch-slicer | k     | 0      | k: allowed is a whole number from 1 to 1000, given was '0'
          batch-slicer | k     | 1001   | k: allowed is a whole number from 1 to 1000, given was '1001'
          batch-slicer | k     | two    | k: allowed is a whole number from 1 to 1000, given was 'two'
          bsf          | k     | 1.5    | k: allowed is a whole number from 1 to 1000, given was '1.5'
          bsf          | n     | -1     | n: allowed is a whole number from 0 to 100000, given was '-1'
          bsf          | n     | 100001 | n: allowed is a whole number from 0 to 100000, given was '100001'
          late-binding | ahead | -1     | ahead: allowed is a whole number from 0 to 100000000, given was '-1'
          bsf          | first | last   | first: allowed is one of [order, most-expensive, most-demanding], given was 'last'
          """)
  void anOptionOutOfItsRangeIsRefusedInOneClearLine(
      String name, String option, String value, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> policy(name, option, value))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource({"batch-slicer, k, 1", "batch-slicer, k, 1000", "bsf, n, 0", "bsf, n, 100000"})
  void theEndsOfARangeAreAllowed(String name, String option, String value) {
    assertThat(policy(name, option, value)).isNotNull();
  }
}
