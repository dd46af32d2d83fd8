package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

final class AnswerLogTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  @Test
  void aServiceThatIsAwayIsOneLineAndSoIsItsReturn() {
    var log = new AnswerLog(NOON);
    var lines = new ArrayList<String>();
    for (int second = 0; second < 120; second++) {
      var now = NOON.plusSeconds(second);
      log.look(now).ifPresent(lines::add);
      if (second < 30 || second > 70) {
        log.answer(now).ifPresent(lines::add);
      }
    }

    assertThat(lines)
        .containsExactly(
            "No service answers since 2026-12-01T12:00:29Z (with TLS, both sides need keys of one"
                + " authority); runs continue",
            "A service answers again after 42 s");
  }
}
