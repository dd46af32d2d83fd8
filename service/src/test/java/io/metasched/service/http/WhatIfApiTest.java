package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.actor.RecordedHistory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Export of the recorded history, and its replay under other conditions, in the API. */
final class WhatIfApiTest {
  private static final String POLICIES =
      "{\"last\":\"PT1H\",\"policies\":[\"backfilling\",\"css\"]}";
  @TempDir private Path folder;
  private TestedApi api;

  @BeforeEach
  void start() throws IOException {
    api = new TestedApi(folder, "metasched.service.cycle.period = 200ms");
  }

  @AfterEach
  void close() {
    api.close();
  }

  private void runSome() throws IOException, InterruptedException {
    for (int i = 0; i < 3; i++) {
      api.outcome(api.submit("user1", TestedApi.SMALL.formatted("true")));
    }
  }

  @Test
  void aReplayOfAnExportHasTheSamePlacements() throws Exception {
    runSome();
    var text = api.call("GET", "/v1/history", "admin", "").response().body();

    assertThat(text).doesNotContain("\"true\"");
    var result = RecordedHistory.rerun(text);
    assertThat(result.first()).isEmpty();
    assertThat(result.isSame()).isTrue();
    assertThat(result.windows()).isEqualTo(3);
  }

  @Test
  void policiesAreComparedOnWhatWasRecorded() throws Exception {
    runSome();

    var answer = api.call("POST", "/v1/whatif", "admin", POLICIES);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("recorded").path("placed").asInt()).isEqualTo(3);
    assertThat(answer.json().path("runs")).hasSize(2);
    for (var run : answer.json().path("runs")) {
      assertThat(run.path("whole").asBoolean()).isTrue();
      assertThat(run.path("jobs").asInt()).isEqualTo(3);
      assertThat(run.path("placed").asInt()).isEqualTo(3);
      assertThat(run.path("placedShare").asDouble()).isEqualTo(1);
    }
    assertThat(answer.json().path("runs").get(1).path("policy").asText()).isEqualTo("css");
  }

  @Test
  void ownersSeeWhatTheirNodeWouldHaveBroughtAtAnotherPrice() throws Exception {
    runSome();
    var path = "/v1/nodes/local-1/policy:preview?last=PT10M";

    var same = api.call("POST", path, "admin", "{\"price\":\"0.010\"}").json();
    var closed = api.call("POST", path, "admin", "{\"price\":\"1\",\"forSale\":false}").json();

    assertThat(same.path("preview")).isEqualTo(same.path("again"));
    assertThat(closed.path("preview").path("income").asText()).isEqualTo("0.000");
    assertThat(closed.path("preview").path("utilisation").asDouble()).isZero();
  }

  @Test
  void invalidAndForbiddenRequestsAreRefused() throws Exception {
    assertThat(api.call("GET", "/v1/history", "user1", "").status()).isEqualTo(403);
    assertThat(api.call("POST", "/v1/whatif", "user1", POLICIES).status()).isEqualTo(403);
    for (var body :
        new String[] {
          "{}",
          "{\"policies\":[]}",
          "{\"policies\":[\"none\"]}",
          "{\"policies\":[\"css\"],\"last\":\"P8D\"}",
          "{\"policies\":[\"css\"],\"hours\":1}"
        }) {
      assertThat(api.call("POST", "/v1/whatif", "admin", body).status()).as(body).isEqualTo(400);
    }
    var preview = "/v1/nodes/local-1/policy:preview";
    assertThat(api.call("POST", preview, "user1", "{\"price\":\"1\"}").status()).isEqualTo(403);
    assertThat(api.call("POST", preview + "?last=x", "admin", "{\"price\":\"1\"}").status())
        .isEqualTo(400);
    assertThat(api.call("POST", preview, "admin", "{\"price\":\"x\"}").status()).isEqualTo(400);
    assertThat(
            api.call("POST", "/v1/nodes/none-1/policy:preview", "admin", "{\"price\":\"1\"}")
                .status())
        .isEqualTo(404);
  }
}
