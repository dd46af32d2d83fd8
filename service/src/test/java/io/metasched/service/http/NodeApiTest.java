package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes and their drain in the API. */
final class NodeApiTest extends OnOneService {
  private static final String ON_1 =
      "{\"work\":{\"duration\":\"PT10M\"},\"requires\":{\"node\":\"local-1\"},"
          + "\"run\":{\"command\":[\"hang\"]}%s}";

  @AfterEach
  void resume() throws Exception {
    assertThat(api.call("POST", "/v1/nodes/local-1:resume", "admin", "").status()).isEqualTo(200);
    for (var job : api.call("GET", "/v1/jobs", "user1", "").json().path("items")) {
      api.call("POST", "/v1/jobs/" + job.path("id").asText() + ":cancel", "user1", "");
      api.outcome(job.path("id").asText());
    }
  }

  private static JsonNode drain(String mode) throws Exception {
    var body = "{\"mode\":\"%s\",\"reason\":\"<b>disk</b>\"}".formatted(mode);
    var answer = api.call("POST", "/v1/nodes/local-1:drain", "admin", body);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json();
  }

  private static JsonNode node() throws Exception {
    return api.call("GET", "/v1/nodes/local-1", "user2", "").json();
  }

  @Test
  void aDrainedNodeSellsNothingUntilItIsResumed() throws Exception {
    var drained = drain("sellNothing");
    var id = api.submit("user1", ON_1.formatted(""));
    // a cycle has considered the job, because a later job has run
    api.outcome(api.submit("user1", TestedApi.SMALL.formatted("x")));

    assertThat(drained.path("state").asText()).isEqualTo("drained");
    assertThat(node().path("drain").path("by").asText()).isEqualTo("admin");
    assertThat(node().path("drain").path("reason").asText()).isEqualTo("<b>disk</b>");
    assertThat(api.call("GET", "/v1/jobs/" + id, "user1", "").json().path("state").asText())
        .isEqualTo("waiting");
    assertThat(api.call("POST", "/v1/nodes/local-1:resume", "admin", "").json().has("drain"))
        .isFalse();
    assertThat(api.when(id, "running").path("state").asText()).isEqualTo("running");
  }

  @Test
  void bookingsOfADrainedNodeFollowTheMode() throws Exception {
    var running = api.submit("user1", ON_1.formatted(""));
    api.when(running, "running");
    var booked = api.submit("user1", ON_1.formatted(""));
    api.when(booked, "booked");

    assertThat(drain("sellNothing").path("state").asText()).isEqualTo("draining");
    assertThat(node().path("bookings").asInt()).isEqualTo(2);
    drain("giveBack");
    var back = api.when(booked, "waiting");
    assertThat(back.path("reason").path("code").asText()).isEqualTo("node-drained");
    assertThat(back.path("money").path("held").asText()).isEqualTo("0.000");
    assertThat(node().path("job").asText()).isEqualTo("other");
    drain("now");
    var ended = api.outcome(running);
    assertThat(ended.path("state").asText()).isEqualTo("failed");
    assertThat(ended.path("reason").path("code").asText()).isEqualTo("node-drained");
    assertThat(ended.path("money").path("charged").asText()).isEqualTo("0.000");
    assertThat(node().path("state").asText()).isEqualTo("drained");
  }

  @Test
  void aJobThatMayRunTwiceWaitsAgainWhenItsNodeIsTakenFromUnderIt() throws Exception {
    var id = api.submit("user1", ON_1.formatted(",\"onNodeLoss\":\"requeue\""));
    api.when(id, "running");

    drain("now");

    var job = api.when(id, "waiting");
    assertThat(job.path("attempt").asInt()).isEqualTo(2);
    assertThat(job.path("money").path("charged").asText()).isEqualTo("0.000");
  }

  @Test
  @Timeout(60)
  void aNodeWhoseAgentIsSilentHasNoAgentAndSaysSinceWhen() throws Exception {
    api.silence(List.of("local-2"));
    try {
      var path = "/v1/nodes/local-2";
      var node = api.call("GET", path, "user1", "").json();
      while (node.path("state").asText().equals("idle")) {
        node = api.call("GET", path, "user1", "").json();
      }

      assertThat(node.path("state").asText()).isEqualTo("no agent");
      assertThat(node.path("silent").asBoolean()).isTrue();
      assertThat(node.at("/unsold/code").asText()).isEqualTo("no-agent");
      var sentence =
          "local-2 sells nothing: the agent has been silent since "
              + node.path("silentSince").asText().replaceFirst("\\.\\d+Z", "Z");
      assertThat(api.call("GET", "/v1/overview", "user1", "").json().at("/unsold/0").asText())
          .isEqualTo(sentence);
      assertThat(api.call("GET", "/metrics", "admin", "").response().body())
          .contains("metasched_nodes{state=\"no agent\"} 1.0", "state=\"idle\"} 3.0");
      var job =
          "{\"work\":{\"duration\":\"PT10M\"},\"requires\":{\"node\":\"local-2\"},"
              + "\"run\":{\"command\":[\"hang\"]}}";
      var why = "/v1/jobs/%s/explanation".formatted(api.submit("user1", job));
      assertThat(api.call("GET", why, "user1", "").json().path("advice"))
          .extracting(JsonNode::asText)
          .containsExactly(
              "it asks for 1 node, but 0 of the 1 that meet its requirements sell time", sentence);
    } finally {
      api.silence(List.of());
    }
  }

  @Test
  void anOwnerDrainsItsOwnNodesOnly() throws Exception {
    var wanted = "{\"principal\":\"olga\",\"role\":\"owner\",\"nodes\":[\"local-1\"]}";
    var token = api.call("POST", "/v1/tokens", "admin", wanted).json().path("token").asText();
    var body = "{\"reason\":\"mine\"}";

    assertThat(api.callWith(token, "POST", "/v1/nodes/local-2:drain", body).status())
        .isEqualTo(403);
    assertThat(api.callWith(token, "POST", "/v1/nodes/local-1:drain", body).status())
        .isEqualTo(200);
    assertThat(node().path("drain").path("by").asText()).isEqualTo("olga");
    assertThat(node().path("drain").path("mode").asText()).isEqualTo("sellNothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local-1|user1|{\"reason\":\"x\"}|403",
        "local-9|admin|{\"reason\":\"x\"}|404",
        "local-1|admin|{}|400",
        "local-1|admin|{\"reason\":\" \"}|400",
        "local-1|admin|{\"reason\":\"x\",\"mode\":\"later\"}|400",
        "local-1|admin|{\"reason\":\"x\",\"until\":\"later\"}|400"
      })
  void aDrainThatCannotBeIsAProblem(String node, String user, String body, int status)
      throws Exception {
    assertThat(api.call("POST", "/v1/nodes/" + node + ":drain", user, body).status())
        .isEqualTo(status);
    assertThat(node().has("drain")).isFalse();
  }
}
