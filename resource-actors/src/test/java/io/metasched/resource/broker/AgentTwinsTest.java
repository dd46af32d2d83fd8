package io.metasched.resource.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Agreement of an agent's book with the plain table of the paper. */
final class AgentTwinsTest {
  private static final int SEQUENCES = 300;
  private static final int OPERATIONS = 120;

  @Test
  void theBookAnswersAsThePlainTableDoes() {
    long first = Long.getLong("metasched.tests.seed", 1) * 1_000_000;
    int reserved = 0;

    for (long seed = first; seed < first + SEQUENCES; seed++) {
      reserved += AgentTwins.run(seed, OPERATIONS);
    }

    assertThat(reserved).isGreaterThan(SEQUENCES); // not every task is refused
  }
}
