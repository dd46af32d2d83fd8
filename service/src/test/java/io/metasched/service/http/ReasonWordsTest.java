package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.service.api.Problem;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.plan.FlowWords;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of the dashboard's overview for each reason why jobs wait or are refused. */
final class ReasonWordsTest {
  private static void assertHasWords(String code) throws IOException {
    try (var page = FlowWords.class.getResourceAsStream("/dashboard/overview.js")) {
      var text = new String(Objects.requireNonNull(page).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(text).containsPattern("(?m)^  '?%s'?: '".formatted(code));
    }
  }

  private static String code(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Test
  void aProblemHasTheCodeOfItsCause() {
    var why = new Reason("budget", "it needs at least 36.000, but the account has 12.000");

    assertThatThrownBy(() -> Outcomes.requireDone(new Result(Outcome.OVER_BUDGET, "", why)))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.type().status()).isEqualTo(402);
              assertThat(problem.json("/v1/jobs").at("/detail").asText()).isEqualTo(why.text());
              assertThat(problem.json("/v1/jobs").at("/reason/code").asText()).isEqualTo("budget");
            });
  }

  @ParameterizedTest
  @EnumSource(RefusalReason.class)
  void aRefusalHasWords(RefusalReason reason) throws IOException {
    assertHasWords(code(reason));
  }

  @ParameterizedTest
  @EnumSource(PostponeReason.class)
  void aPostponementHasWords(PostponeReason reason) throws IOException {
    assertHasWords(code(reason));
  }

  @ParameterizedTest
  @ValueSource(strings = {"deadline-passed", "start-passed", "slot-taken", "planned-too-late"})
  void aReasonOfTheServiceHasWords(String code) throws IOException {
    assertHasWords(code);
  }
}
