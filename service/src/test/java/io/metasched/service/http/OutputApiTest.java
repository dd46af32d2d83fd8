package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.FakeExecutor;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Output of runs in the API. */
final class OutputApiTest extends OnOneService {
  @Test
  void outputComesWholeOrInRanges() throws Exception {
    var id = api.submit("user1", TestedApi.SMALL.formatted("hang").replace("10S", "10M"));
    api.when(id, "running");
    var path = "/v1/jobs/" + id + "/parts/0/stdout";

    assertThat(api.call("GET", path, "user1", "").response().body()).isEmpty();
    assertThat(api.call("GET", path, "user1", "", "Range", "bytes=9-").status()).isEqualTo(416);
    assertThat(api.call("GET", path, "user2", "").status()).isEqualTo(404);
    api.call("POST", "/v1/jobs/" + id + ":cancel", "user1", "");
  }

  @Test
  void outputOfAFinishedJobIsAvailable() throws Exception {
    var id = api.submit("user1", TestedApi.SMALL.formatted("hello"));
    api.outcome(id);

    for (int i = 0; i < 20; i++) { // even if no client waits for the run any more
      var written = api.call("GET", "/v1/jobs/" + id + "/parts/0/stdout", "user1", "");
      assertThat(written.response().body()).isEqualTo("hello\n");
    }
  }

  @Test
  void outputThatWasCutOffSaysSoInEachAnswer() throws Exception {
    var whole = api.submit("user1", TestedApi.SMALL.formatted("hello"));
    var cut = api.submit("user1", TestedApi.SMALL.formatted("x".repeat(120_000)));
    api.outcome(whole);
    api.outcome(cut);

    for (var how : new String[] {"stdout", "stdout?follow=true"}) {
      var answer = api.call("GET", "/v1/jobs/" + cut + "/parts/0/" + how, "user1", "");
      assertThat(answer.header("Output-Truncated")).isEqualTo("true");
      assertThat(answer.response().body()).hasSize(FakeExecutor.MOST_OUTPUT);
    }
    for (var id : new String[] {whole, cut}) {
      var path = "/v1/jobs/" + id + "/parts/0/stdout";
      var answer = api.call("GET", path, "user1", "", "Range", "bytes=0-0");
      assertThat(answer.status()).isEqualTo(206);
      assertThat(answer.header("Output-Truncated")).isEqualTo(String.valueOf(id.equals(cut)));
    }
  }

  @Test
  void aJobThatWaitsHasWrittenNothing() throws Exception {
    var later =
        TestedApi.SMALL
            .formatted("x")
            .replace("\"run\"", "\"start\":{\"notBefore\":\"%s\"},\"run\"");
    var id = api.submit("user1", later.formatted("2126-01-01T00:00:00Z"));
    var answer = api.call("GET", "/v1/jobs/" + id + "/parts/0/stdout", "user1", "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.response().body()).isEmpty();
  }

  @Test
  void outputThatCannotBeReadIsAProblemInsteadOfHalfAnAnswer() throws Exception {
    var id = api.submit("user1", TestedApi.SMALL.formatted("x"));
    api.outcome(id);
    try {
      for (var how : new String[] {"", "?follow=true"}) {
        var path = "/v1/jobs/" + id + "/parts/0/stdout" + how;
        api.unreadable = Optional.of(new IllegalStateException("no agent has been heard of"));
        var gone = api.call("GET", path, "user1", "");
        assertThat(gone.status()).isEqualTo(503);
        assertThat(gone.json().path("detail").asText()).contains("no agent has been heard of");
        assertThat(gone.header("Retry-After")).isEqualTo("1");

        api.unreadable = Optional.of(new IllegalArgumentException("unknown run"));
        assertThat(api.call("GET", path, "user1", "").status()).isEqualTo(404);
        assertThat(api.call("GET", path, "user1", "", "Range", "bytes=0-").status()).isEqualTo(404);
      }
    } finally {
      api.unreadable = Optional.empty();
    }
  }
}
