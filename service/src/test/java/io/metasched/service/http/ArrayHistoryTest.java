package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.actor.RecordedHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded history with arrays, dependencies, changed priorities and cancelled elements. */
final class ArrayHistoryTest {
  private static final String JOB =
      "{\"work\":{\"duration\":\"PT1S\"},\"priority\":%d,\"run\":{\"command\":[\"%s\"]}%s}";

  @TempDir private Path folder;

  private static String job(Random random, String more) {
    var command = random.nextBoolean() ? "true" : "exit-3";
    return JOB.formatted(random.nextInt(100) - 50, command, more);
  }

  @Test
  void itIsPlannedAgainWithEqualPlacements() throws Exception {
    var conf = "metasched.service.cycle { period = 100ms, queue-order = fair-share }";
    try (var api = new TestedApi(folder, conf)) {
      var random = new Random(3);
      var arrays = new ArrayList<String>();
      for (int i = 0; i < 5; i++) {
        var user = "user" + (1 + i % 2);
        var shape = ",\"array\":{\"indices\":\"1-3\",\"most\":%d}".formatted(1 + random.nextInt(3));
        var id = api.submit(user, job(random, shape));
        arrays.add(id);
        var after = ",\"after\":[{\"job\":\"%s\",\"outcome\":\"any\"}]".formatted(id);
        api.submit(user, job(random, after));
        var other = "/v1/arrays/" + arrays.get(random.nextInt(arrays.size()));
        var priority = "{\"priority\":%d}".formatted(random.nextInt(100) - 50);
        api.call("PATCH", other, "admin", priority);
        var element = "/v1/jobs/%s_%d:cancel".formatted(id, 1 + random.nextInt(3));
        api.call("POST", element, user, "");
        api.call("GET", "/v1/arrays/" + id + "?wait=100ms", user, "");
      }
      api.call("POST", "/v1/arrays/" + arrays.get(4) + ":cancel", "user1", "");
      // always changed, because no cycle can book it before
      var shape =
          ",\"array\":{\"indices\":\"1-3\"},\"start\":{\"notBefore\":\"2126-01-01T00:00:00Z\"}";
      var waiting = "/v1/arrays/" + api.submit("user1", job(random, shape));
      api.call("PATCH", waiting, "admin", "{\"priority\":51}");
      api.call("POST", waiting + ":cancel", "user1", "");
      for (var id : arrays) {
        over(api, id);
      }

      var history = api.call("GET", "/v1/history", "admin", "").response().body();

      var rerun = RecordedHistory.rerun(history);
      assertThat(rerun.first()).isEmpty();
      assertThat(rerun.windows()).isGreaterThan(8);
      assertThat(history).contains("job-changed", "array-submitted");
    }
  }

  private static void over(TestedApi api, String id) throws Exception {
    var array = api.call("GET", "/v1/arrays/" + id, "admin", "").json();
    while (!array.path("times").has("ended")) {
      var query = "?wait=20s&sinceVersion=" + array.path("version").asLong();
      var next = api.call("GET", "/v1/arrays/" + id + query, "admin", "");
      array = next.status() == 304 ? array : next.json();
    }
  }
}
