package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.TestedApi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Priorities and places of jobs in a queue that is ordered by fair share. */
final class QueueOrderApiTest {
  private static final String JOB =
      "{\"work\":{\"duration\":\"PT10S\"}%s,\"run\":{\"command\":[\"x\"]},"
          + "\"start\":{\"notBefore\":\"2126-01-01T00:00:00Z\"}}";

  @TempDir private Path folder;

  private static Answer submit(TestedApi api, String user, String more) throws Exception {
    return api.call("POST", "/v1/jobs", user, JOB.formatted(more));
  }

  @Test
  void thePlaceIsExplainedAndPrioritiesAreBounded() throws Exception {
    try (var api =
        new TestedApi(
            folder,
            "metasched.service.cycle { queue-order = fair-share, highest-priority = 10 }")) {
      var low = submit(api, "user1", ",\"priority\":-1").json().path("id").asText();
      submit(api, "user1", "");
      var high = submit(api, "user2", ",\"priority\":10");
      assertThat(high.json().path("priority").asInt()).isEqualTo(10);

      var why = api.call("GET", "/v1/jobs/" + low + "/explanation", "user1", "").json();

      assertThat(why.at("/ahead").asInt()).isEqualTo(2);
      assertThat(why.at("/advice/0").asText())
          .isEqualTo(
              "place 3 of 3 waiting jobs by fair-share: its priority is -1, and account user1 has"
                  + " used 0.000 (half-life 7 days); 0 of 1 other accounts with waiting jobs have"
                  + " used less");
      var above = submit(api, "user1", ",\"priority\":11,\"account\":\"user1\"");
      assertThat(above.status()).isEqualTo(400);
      assertThat(above.json().path("detail").asText())
          .isEqualTo("/priority: it is above 10, the highest of users (cycle.highest-priority)");
      assertThat(submit(api, "admin", ",\"priority\":11,\"account\":\"user1\"").status())
          .isEqualTo(201);
      assertThat(submit(api, "admin", ",\"priority\":1001,\"account\":\"user1\"").status())
          .isEqualTo(400);
    }
    try (var api = new TestedApi(Files.createDirectory(folder.resolve("fifo")))) {
      var refused = submit(api, "user1", ",\"priority\":1");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().path("detail").asText())
          .isEqualTo(
              "/priority: the service plans jobs in the order of submission (cycle.queue-order)");
    }
  }
}
